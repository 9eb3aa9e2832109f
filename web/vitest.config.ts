import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

export default mergeConfig(
  build,
  // Without `css`, style sheets are empty in tests, and the one with the colours is tested.
  defineConfig({ test: { css: true, include: ["tests/**/*.test.ts"] } }),
);
