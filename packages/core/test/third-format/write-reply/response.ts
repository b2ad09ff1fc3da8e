import type { AnswerContext, FoldedBlock, FoldedReply, JsonObject } from "../../../src/index.js";
import { rules } from "../wire/rules.js";
import { toCall, toEnd } from "./stream.js";

/** A whole reply: one object that says what the lines of a stream add up to. */
export function toResponse(reply: FoldedReply, { clock, receipt }: AnswerContext): JsonObject {
  const { model, blocks, stop, usage } = reply;
  for (const [index, { opened, signature }] of blocks.entries()) {
    const at = `/content/${index}`;
    if (opened.type === "redacted_thinking") receipt.noteReply(rules.hidden, at);
    if (signature !== undefined) receipt.noteReply(rules.signature, `${at}/signature`);
  }
  if (stop.sequence !== undefined) receipt.noteReply(rules.sequence, "/stop_sequence");
  const thinking = textOf(blocks, ["thinking"]);
  const calls = blocks.flatMap(({ opened, text, closed }) =>
    opened.type === "tool_call" && closed ? [toCall(opened.name, text)] : [],
  );
  return {
    model,
    created_at: new Date(clock.now()).toISOString(),
    message: {
      role: "assistant",
      content: textOf(blocks, ["text", "refusal"]),
      ...(thinking !== "" && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    ...toEnd(stop.reason, usage),
  };
}

function textOf(blocks: readonly FoldedBlock[], kinds: readonly string[]): string {
  return blocks
    .filter(({ opened }) => kinds.includes(opened.type))
    .map(({ text }) => text)
    .join("");
}
