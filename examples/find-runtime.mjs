// Finds the program of a runtime that npm has installed as a platform package.
import { createRequire } from "node:module";

const { platform, arch } = process;
const suffix = platform === "win32" ? ".exe" : "";

const candidates = {
  bun: [
    `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}/bin/bun${suffix}`,
    `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}-musl/bin/bun`,
  ],
  deno: [`@deno/${platform}-${arch}-glibc/deno`, `@deno/${platform}-${arch}/deno${suffix}`],
  workerd: [
    `@cloudflare/workerd-${platform === "win32" ? "windows" : platform}-${arch === "x64" ? "64" : arch}/bin/workerd${suffix}`,
  ],
};

/**
 * The path of the runtime's program, or `undefined` if npm has none for this machine.
 *
 * @param {keyof typeof candidates} runtime
 * @returns {string | undefined}
 */
export function findRuntime(runtime) {
  const { resolve } = createRequire(import.meta.url);
  for (const candidate of candidates[runtime]) {
    try {
      return resolve(candidate);
    } catch {
      // Not installed for this platform; the next one may be.
    }
  }
  return undefined;
}
