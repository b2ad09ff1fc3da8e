// Where the programs of these folders are, on this platform.
import { existsSync } from "node:fs";
import { join } from "node:path";

const { platform, arch } = process;
const suffix = platform === "win32" ? ".exe" : "";
const bunArch = arch === "arm64" ? "aarch64" : arch;
const workerdPlatform = platform === "win32" ? "windows" : platform;
const workerdArch = arch === "x64" ? "64" : arch;

/** Where the folders of tools are: here, or in `DIGLOT_TOOLS`. */
const tools = process.env.DIGLOT_TOOLS || import.meta.dirname;
const installed = join(import.meta.dirname, "../node_modules");
const runtimes = join(tools, "runtimes/node_modules");

const places = {
  "node-22.12": [`${runtimes}/node-22.12/bin/node`],
  "node-22": [`${runtimes}/node-22/bin/node`],
  "node-24": [
    `${installed}/node-${platform}-${arch}/bin/node`,
    `${installed}/node-win-${arch}/bin/node.exe`,
  ],
  "node-26": [`${runtimes}/node-26/bin/node`],
  bun: [
    `${runtimes}/@oven/bun-${platform}-${bunArch}/bin/bun${suffix}`,
    `${runtimes}/@oven/bun-${platform}-${bunArch}-musl/bin/bun`,
  ],
  deno: [
    `${runtimes}/@deno/${platform}-${arch}-glibc/deno`,
    `${runtimes}/@deno/${platform}-${arch}/deno${suffix}`,
  ],
  workerd: [
    `${runtimes}/@cloudflare/workerd-${workerdPlatform}-${workerdArch}/bin/workerd${suffix}`,
  ],
  "claude-code": [
    `${tools}/coding-tools/node_modules/@anthropic-ai/claude-code-${platform}-${arch}/claude${suffix}`,
  ],
  codex: [`${tools}/coding-tools/node_modules/.bin/codex${platform === "win32" ? ".cmd" : ""}`],
} as const;

/** A program that `scripts/install-tools.mjs` installs; `node-24` is that of the toolchain. */
export type ToolName = keyof typeof places;

/** The path of a program, or `undefined` if it is not installed. */
export function findTool(name: ToolName): string | undefined {
  return places[name].find((path) => existsSync(path));
}
