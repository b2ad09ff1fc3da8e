import { parseJson } from "../../json/parse-json.js";
import { pick, pickList, pickNumber, pickText } from "../../json/pick.js";
import type { SmallReply } from "./small-reply.js";

/** Reads a reply; absent: the value has no content. */
export function readReply(value: unknown): SmallReply | undefined {
  if (!Array.isArray(pick(value, "content"))) return undefined;
  const blocks = pickList(value, "content");
  const ofType = (type: string) => blocks.filter((block) => pick(block, "type") === type);
  const finish = pickText(value, "stop_reason");
  return {
    text: ofType("text")
      .map((block) => pickText(block, "text"))
      .join(""),
    calls: ofType("tool_use").map((block) => ({
      name: pickText(block, "name"),
      arguments: pick(block, "input"),
    })),
    reasoningIn: ["thinking", "redacted_thinking"].filter((type) => ofType(type).length > 0),
    finish: finish || undefined,
    isCut: finish === "max_tokens",
    inputTokens: pickNumber(value, "usage", "input_tokens"),
    outputTokens: pickNumber(value, "usage", "output_tokens"),
    cachedTokens: pickNumber(value, "usage", "cache_read_input_tokens"),
    choices: 1,
    hasLogprobs: false,
  };
}

/** Reads the data of a stream's events; absent: none of them starts a message. */
export function readEvents(data: readonly string[]): SmallReply | undefined {
  const events = data.map(parseJson);
  const ofType = (type: string) => events.filter((event) => pick(event, "type") === type);
  const [start] = ofType("message_start");
  if (start === undefined) return undefined;
  const ends = ofType("message_delta");
  const reply = readReply({
    content: joinBlocks(ofType("content_block_start"), ofType("content_block_delta")),
    stop_reason: lastOf(ends, "delta", "stop_reason"),
    usage: {
      input_tokens: pick(start, "message", "usage", "input_tokens"),
      // The count at the start is that of an empty reply.
      output_tokens: lastOf(ends, "usage", "output_tokens"),
    },
  });
  const hasTerminalEvent = ofType("message_stop").length > 0;
  return reply && { ...reply, stream: { events: events.length, hasTerminalEvent } };
}

/** Some servers interleave blocks, so deltas are found by their index. */
function joinBlocks(starts: readonly unknown[], deltas: readonly unknown[]): readonly unknown[] {
  return starts.map((start) => {
    const own = deltas.filter((delta) => pick(delta, "index") === pick(start, "index"));
    const join = (name: string) => own.map((delta) => pickText(delta, "delta", name)).join("");
    const block = pick(start, "content_block");
    const json = join("partial_json");
    return {
      type: pick(block, "type"),
      text: pickText(block, "text") + join("text"),
      name: pick(block, "name"),
      input: json === "" ? pick(block, "input") : parseJson(json),
    };
  });
}

function lastOf(values: readonly unknown[], ...path: readonly string[]): unknown {
  return values.map((value) => pick(value, ...path)).findLast((value) => value != null);
}
