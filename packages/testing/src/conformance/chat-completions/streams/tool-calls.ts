import { parseJsonObject } from "../../../common/json.js";
import type { Check } from "../../check.js";
import { equal, isFilled, isJson, isString, type Json } from "../../expect.js";
import type { Probe } from "../../probing/probe.js";
import {
  askForWeather,
  chosen,
  functionTool,
  saying,
  twoCalls,
  weather,
} from "../asking/bodies.js";
import {
  type ChunkStream,
  callsOf,
  fragmentsOf,
  type StreamedCall,
  streamOrSkip,
} from "../asking/chunks.js";
import { completeOrSkip } from "../asking/completion.js";
import { defineChecks } from "../define-checks.js";

const ping: Json = {
  ...saying("Ping."),
  tools: [functionTool("ping")],
  tool_choice: chosen("ping"),
};

/** Calls in a stream. */
export const streamToolChecks: readonly Check[] = defineChecks("Streams", [
  [
    "C056a",
    "The first fragment of a streamed call has id, type and name, and the joined arguments parse.",
    async (probe) => {
      for (const { fragments, arguments: joined } of (await calling(probe)).calls) {
        isHead(fragments[0]);
        isJson(parseJsonObject(joined), `the joined arguments ${joined}`);
      }
    },
  ],
  [
    "C056b",
    "The later fragments of a streamed call have no id, type or name.",
    async (probe) => {
      for (const { fragments } of (await calling(probe)).calls) {
        for (const fragment of fragments.slice(1)) isRest(fragment);
      }
    },
  ],
  [
    "C056c",
    "A stream with calls ends with finish_reason tool_calls, as its JSON does.",
    async (probe) => {
      equal((await calling(probe)).stream.finishes, ["tool_calls"], "the finish reasons");
    },
  ],
  [
    "C057",
    "Of two streamed calls index 0 is complete before index 1 begins, and each id occurs once.",
    twoInTheirOrder,
  ],
  [
    "C058",
    "A streamed call after text has index 0.",
    async (probe) => {
      const body = saying(`Say that you will look it up.\n${askForWeather}`);
      const { stream, calls } = await calling(probe, body);
      if (stream.content === "") probe.skip("the model said nothing before its call");
      equal(calls[0]?.index, 0, "the index of the first call");
    },
  ],
  [
    "C059",
    "The joined arguments of a streamed call without arguments are those of the plain answer.",
    async (probe) => {
      const plain = (await completeOrSkip(probe, ping, "a call of a tool")).calls[0];
      if (plain === undefined) return probe.skip("the model made no call");
      const { calls } = await calling(probe, ping);
      const said = isJson(plain.function, "the function of the call").arguments;
      equal(calls[0]?.arguments, said, "the joined arguments");
    },
  ],
]);

interface Calling {
  readonly stream: ChunkStream;
  readonly calls: readonly StreamedCall[];
}

/** A stream with calls; a model that makes fewer ends the check as skipped. */
async function calling(probe: Probe, change: Json = {}, least = 1): Promise<Calling> {
  const body = { ...saying(askForWeather), tools: [weather], ...change };
  const stream = await streamOrSkip(probe, body, "a call of a tool");
  const calls = callsOf(stream);
  if (calls.length < least) {
    probe.skip(`the model made ${calls.length} calls, and the check needs ${least}`);
  }
  return { stream, calls };
}

function isHead(fragment: Json | undefined): void {
  isFilled(fragment?.id, "the id in the first fragment");
  equal(fragment?.type, "function", "the type in the first fragment");
  const part = isJson(fragment?.function, "the function in the first fragment");
  isFilled(part.name, "the name in the first fragment");
  if (part.arguments !== undefined) isString(part.arguments, "the arguments in it");
}

function isRest(fragment: Json): void {
  equal(fragment.id, undefined, "the id in a later fragment");
  equal(fragment.type, undefined, "the type in a later fragment");
  const part = isJson(fragment.function, "the function in a later fragment");
  equal(part.name, undefined, "the name in a later fragment");
  isString(part.arguments, "the arguments in a later fragment");
}

async function twoInTheirOrder(probe: Probe): Promise<void> {
  const { stream, calls } = await calling(probe, saying(twoCalls), 2);
  const fragments = fragmentsOf(stream.deltas);
  const indexes = fragments.map(({ index }) => Number(index));
  equal(
    indexes,
    [...indexes].sort((a, b) => a - b),
    "the indexes of the fragments",
  );
  equal(
    calls.map(({ index }) => index),
    calls.map((_, position) => position),
    "the indexes of the calls",
  );
  const ids = fragments.flatMap(({ id }) => (id === undefined ? [] : [id]));
  equal(ids.length, calls.length, "the number of ids");
  equal(new Set(ids).size, calls.length, "the number of distinct ids");
}
