import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  // Without `css`, style sheets are empty in tests, and the one with the colours is tested.
  test: { css: true, include: ["tests/**/*.test.ts"] },
});
