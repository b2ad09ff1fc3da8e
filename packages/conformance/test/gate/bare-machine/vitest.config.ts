import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { GateReporter } from "../../../gate/gate-reporter.js";

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, "../../.."),
    include: ["test/gate/bare-machine/fixture.ts"],
    reporters: [new GateReporter([])],
  },
});
