import type { MemoryKey } from "@diglot/core";
import type { KeyConfig } from "../types.js";

/** A key of a config as the library takes it. */
export function toMemoryKey({ budgets: _, expiresAt, ...key }: KeyConfig): MemoryKey {
  return expiresAt === undefined ? key : { ...key, expiresAt: Date.parse(expiresAt) };
}
