import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const packages = readdirSync(new URL("./packages", import.meta.url)).filter((folder) =>
  existsSync(new URL(`./packages/${folder}/package.json`, import.meta.url)),
);

export default defineConfig({
  test: {
    projects: packages.map((folder) => ({
      test: {
        name: folder,
        root: `./packages/${folder}`,
        include: ["src/**/*.test.ts", "test/**/*.test.ts"],
        environment: "node",
      },
    })),
  },
});
