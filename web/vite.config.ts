import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compressed } from "./compressed.ts";

/** Where `armillary serve` listens. */
const SERVER = "http://127.0.0.1:8400";

export default defineConfig({
  plugins: [svelte({ configFile: false }), compressed()],
  build: {
    outDir: "../src/armillary/server/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a busy machine it would report how long every plugin took.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true }, "/schema": SERVER, "/docs": SERVER } },
  // Without `css`, style sheets are empty in tests, and the one with the colours is tested.
  test: { css: true, include: ["tests/**/*.test.ts"] },
});
