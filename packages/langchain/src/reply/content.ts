import { type ModelYield, redactedThinking, thinking } from "@diglot/core";
import type { Chunk } from "./chunk.js";

/** The text and the reasoning of a chunk; blocks of other kinds are none. */
export function readContent({ content, additional_kwargs = {} }: Chunk): readonly ModelYield[] {
  const { reasoning_content } = additional_kwargs;
  const apart =
    typeof reasoning_content === "string" && reasoning_content !== ""
      ? [thinking(reasoning_content)]
      : [];
  const own = typeof content === "string" ? [content] : content.flatMap(readBlock);
  return [...apart, ...own];
}

function readBlock(block: Readonly<Record<string, unknown>>): readonly ModelYield[] {
  const { type, text, thinking: thought, reasoning, signature, data } = block;
  if (type === "text" || type === "text_delta") return typeof text === "string" ? [text] : [];
  if (type === "redacted_thinking") return typeof data === "string" ? [redactedThinking(data)] : [];
  if (type !== "thinking" && type !== "reasoning") return [];
  const shown = [thought, reasoning].find((value) => typeof value === "string");
  const proof = typeof signature === "string" && signature !== "" ? { signature } : {};
  const piece = typeof shown === "string" ? shown : "";
  return piece === "" && !("signature" in proof) ? [] : [thinking(piece, proof)];
}
