import { findTool } from "../../../../tools/find-tools.js";
import { needs } from "./needs.js";
import type { PartName } from "./parts.js";

const partOf = {
  "node-22.12": "Node 22.12",
  "node-22": "Node 22",
  "node-24": "Node 24",
  "node-26": "Node 26",
  bun: "Bun",
  deno: "Deno",
  workerd: "workerd",
} as const satisfies Readonly<Record<string, PartName>>;

/** A runtime that tests run on. */
export type RuntimeName = keyof typeof partOf;

/** The program of a runtime; empty if it is not installed. */
export function programOf(name: RuntimeName): string {
  return findTool(name) ?? "";
}

/** Options of tests that need a runtime. */
export function needsRuntime(name: RuntimeName) {
  return needs(partOf[name], findTool(name));
}
