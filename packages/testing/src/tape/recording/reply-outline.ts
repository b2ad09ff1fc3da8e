import { compactJson } from "../../common/json.js";
import type { RecordedReply } from "../tape.js";

/**
 * What a reply says, in the order in which a caller hands it back: its text, then the arguments of
 * each call. Reasoning is left out, as it is of turns.
 */
export function answersOf({ events }: RecordedReply): readonly string[] {
  const calls = new Map<number, string>();
  let text = "";
  const reasoning = new Set<number>();
  for (const [, event] of events) {
    if (event.type === "open") {
      if (event.block.type === "tool_call") calls.set(event.index, "");
      if (event.block.type === "thinking") reasoning.add(event.index);
    }
    if (event.type !== "delta" || reasoning.has(event.index)) continue;
    if (event.delta.type === "text") text += event.delta.text;
    if (event.delta.type === "arguments") {
      calls.set(event.index, (calls.get(event.index) ?? "") + event.delta.json);
    }
  }
  return [...(text === "" ? [] : [text]), ...[...calls.values()].map(compactJson)];
}
