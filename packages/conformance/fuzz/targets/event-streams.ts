import assert from "node:assert/strict";
import fc from "fast-check";
import { createEventDecoder } from "../../../core/src/sse/decode.js";
import { encodeJsonEvent } from "../../../core/src/sse/encode.js";
import type { DecodedEvent } from "../../../core/src/sse/event-fields.js";
import { byteChange, changeBytes, toBytes, toByteText } from "../changes/bytes.js";
import { allStreams } from "../corpus/streams.js";
import { targetOf } from "../target.js";

/** A stream, a character for each byte, the places where it is cut, and a value to write. */
interface Case {
  readonly bytes: string;
  readonly cuts: readonly number[];
  readonly value: unknown;
}

const crossed = fc
  .tuple(fc.constantFrom(...allStreams), fc.constantFrom("\n", "\r", "\r\n"))
  .map(([text, lineEnd]) => toByteText(text.replaceAll(/\r?\n/g, lineEnd)));

const cases: fc.Arbitrary<Case> = fc.record({
  bytes: fc
    .tuple(crossed, fc.array(byteChange, { maxLength: 8 }))
    .map(([text, changes]) => changes.reduce(changeBytes, text)),
  cuts: fc.array(fc.nat({ max: 10_000 }), { maxLength: 30 }),
  value: fc.jsonValue(),
});

/** The bytes of event streams. */
export const eventStreams = targetOf({
  name: "event-streams",
  promise: "Events are read as the standard says, however their bytes are cut.",
  cases,
  check({ bytes, cuts, value }: Case) {
    const block = toBytes(bytes);
    const expected = readPlainly(block);
    assert.deepEqual(decode([block]), expected, "The whole stream was read in another way.");
    assert.deepEqual(decode(cut(block, cuts)), expected, "The cut stream was read in another way.");
    const [read] = decode([new TextEncoder().encode(encodeJsonEvent(value, "message"))]);
    assert.deepEqual(JSON.parse(read?.data ?? ""), JSON.parse(JSON.stringify(value)));
  },
});

/** Reads a whole stream slowly and plainly, to judge the parser: by line, as the standard says. */
function readPlainly(bytes: Uint8Array): readonly DecodedEvent[] {
  const events: DecodedEvent[] = [];
  let [event, data]: [string | undefined, string[]] = [undefined, []];
  for (const line of new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\r|\n/)
    .slice(0, -1)) {
    if (line === "") {
      if (data.length > 0) events.push({ event, data: data.join("\n") });
      [event, data] = [undefined, []];
      continue;
    }
    const [, name = "", value = ""] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
    if (name === "event") event = value === "" ? undefined : value;
    if (name === "data") data.push(value);
  }
  return events;
}

function decode(blocks: readonly Uint8Array[]) {
  const decoder = createEventDecoder(1_000_000);
  return blocks.flatMap((block) => decoder.push(block));
}

function cut(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = cuts.map((at) => at % (bytes.length + 1)).sort((left, right) => left - right);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}
