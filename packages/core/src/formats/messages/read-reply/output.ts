import { byteLength } from "../../../conversation/estimate.js";
import { toObject } from "../../../json/value.js";
import type { OutputBytes } from "../../upstream-format.js";

/** The content of a complete message. */
export function countOutput(body: unknown): OutputBytes {
  const { content } = toObject(body);
  const blocks = (Array.isArray(content) ? content : []).map(toObject);
  const reasoning = bytesOf(blocks.map(({ thinking }) => thinking));
  const rest = blocks.flatMap(({ text, name, input }) => [
    text,
    name,
    input && JSON.stringify(input),
  ]);
  return { output: reasoning + bytesOf(rest), reasoning };
}

function bytesOf(values: readonly unknown[]): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? byteLength(value) : 0),
    0,
  );
}
