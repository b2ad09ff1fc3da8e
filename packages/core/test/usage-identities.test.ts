import { framesOf } from "@diglot/test-support/answers";
import type { FormatName } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UsageCounts } from "../src/index.js";
import { attemptOf, everyWay } from "./attempt-of.js";
import { frames, replies, streamOf } from "./upstream-of.js";

/** The true counts of one reply; `visible` is the output without its reasoning. */
interface Truth {
  readonly input: number;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
  readonly cacheWriteLong: number | undefined;
  readonly visible: number;
  readonly reasoning: number | undefined;
}

const count = fc.nat({ max: 1_000_000 });
const maybe = fc.option(count, { nil: undefined });
const truths: fc.Arbitrary<Truth> = fc.record({
  input: count,
  cacheRead: maybe,
  cacheWrite: maybe,
  cacheWriteLong: maybe,
  visible: count,
  reasoning: maybe,
});
const conventions = fc.record({ cacheInPrompt: fc.boolean(), reasoningInCompletion: fc.boolean() });
type Convention = typeof conventions extends fc.Arbitrary<infer T> ? T : never;

/** Chat Completions has only one lifetime of the cache. */
function withinReach(upstream: FormatName, truth: Truth): Truth {
  return upstream === "messages" ? truth : { ...truth, cacheWriteLong: undefined };
}

function toCounts(truth: Truth): UsageCounts {
  const { input, cacheRead = 0, cacheWrite = 0, cacheWriteLong = 0, visible } = truth;
  const { reasoning = 0 } = truth;
  return { input, cacheRead, cacheWrite, cacheWriteLong, output: visible + reasoning, reasoning };
}

type Fields = Readonly<Record<string, unknown>>;
type ToWire = (truth: Truth, convention: Convention) => Fields;

/** How an upstream of each format reports the true counts, by its convention. */
const toWire: Readonly<Record<FormatName, ToWire>> = {
  messages(truth, convention) {
    const { cacheRead, cacheWrite, cacheWriteLong, reasoning } = truth;
    const { prompt, completion } = toTotals(truth, convention);
    return defined({
      input_tokens: prompt,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: sum(cacheWrite, cacheWriteLong),
      cache_creation: cacheWriteLong !== undefined && {
        ephemeral_5m_input_tokens: cacheWrite ?? 0,
        ephemeral_1h_input_tokens: cacheWriteLong,
      },
      output_tokens: completion,
      output_tokens_details: reasoning !== undefined && { thinking_tokens: reasoning },
    });
  },
  "chat-completions"(truth, convention) {
    const { cacheRead, cacheWrite, reasoning } = truth;
    const { prompt, completion } = toTotals(truth, convention);
    return defined({
      prompt_tokens: prompt,
      completion_tokens: completion,
      prompt_tokens_details: defined({ cached_tokens: cacheRead, cache_write_tokens: cacheWrite }),
      completion_tokens_details: reasoning !== undefined && { reasoning_tokens: reasoning },
    });
  },
};

function toTotals(truth: Truth, { cacheInPrompt, reasoningInCompletion }: Convention) {
  const { input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning } = toCounts(truth);
  return {
    prompt: input + (cacheInPrompt ? cacheRead + cacheWrite + cacheWriteLong : 0),
    completion: reasoningInCompletion ? output : output - reasoning,
  };
}

function sum(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : known.reduce((one, other) => one + other);
}

function defined(fields: Fields): Fields {
  const known = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  return Object.fromEntries(known);
}

const frame = (data: Fields & { readonly type?: string }) =>
  `${data.type ? `event: ${data.type}\n` : ""}data: ${JSON.stringify(data)}\n\n`;

/** The reply of an upstream that reports usage, as JSON or streamed. */
const toReply: Readonly<Record<FormatName, (usage: Fields, stream: boolean) => Response>> = {
  messages(usage, stream) {
    if (!stream) return Response.json({ ...replies.messages, usage });
    const started = { ...usage, output_tokens: 1 };
    const message = { ...replies.messages, content: [], stop_reason: null, usage: started };
    const { cache_creation: _split, ...reported } = usage;
    return streamOf([
      frame({ type: "message_start", message }),
      ...frames.messages.slice(1, 5),
      frame({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: reported }),
      ...frames.messages.slice(-1),
    ]);
  },
  "chat-completions"(usage, stream) {
    if (!stream) return Response.json({ ...replies["chat-completions"], usage });
    const all = frames["chat-completions"];
    return streamOf([...all.slice(0, -2), frame({ choices: [], usage }), ...all.slice(-1)]);
  },
};

/** The usage that a caller reads; the last one of a stream. */
function usageIn(text: string, stream: boolean): unknown {
  if (!stream) return JSON.parse(text).usage;
  const data = framesOf(text).flatMap((one) => (one.data === "[DONE]" ? [] : [one.data]));
  return data.map((one) => JSON.parse(one).usage).findLast((usage) => usage !== undefined);
}

/** The identities of the formats: how a translated answer must show the counts of the row. */
const reported: Readonly<Record<FormatName, (counts: UsageCounts) => Fields>> = {
  messages: ({ input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning }) => ({
    input_tokens: input,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite + cacheWriteLong,
    output_tokens: output,
    ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
  }),
  "chat-completions"({ input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning }) {
    const written = cacheWrite + cacheWriteLong;
    const prompt = input + cacheRead + written;
    return {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output,
      prompt_tokens_details: {
        cached_tokens: cacheRead,
        ...(written > 0 && { cache_write_tokens: written }),
      },
      completion_tokens_details: { reasoning_tokens: reasoning },
    };
  },
};

/** Prices whose sums are all different. */
const prices = {
  input: 3,
  output: 15,
  cacheRead: 0.301,
  cacheWrite: 3.753,
  cacheWriteLong: 6.007,
};

function toCost({ input, cacheRead, cacheWrite, cacheWriteLong, output }: UsageCounts): number {
  return (
    input * 3_000 + cacheRead * 301 + cacheWrite * 3_753 + cacheWriteLong * 6_007 + output * 15_000
  );
}

const asked = { stream: true, stream_options: { include_usage: true } };

describe.each(everyWay)("a $caller caller before a $upstream upstream", (way) => {
  const { caller, upstream } = way;
  const cases = fc.tuple(truths, conventions, fc.boolean());

  it("P11.9 has the reported counts in its row and its answer, each once and in its place", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([anyTruth, usageConvention, stream]) => {
        const truth = withinReach(upstream, anyTruth);
        const counts = toCounts(truth);
        const usage = toWire[upstream](truth, usageConvention);
        const { row, text } = await attemptOf(
          way,
          () => toReply[upstream](usage, stream),
          stream ? (caller === "messages" ? { stream } : asked) : {},
          { prices, capabilities: { usageConvention } },
        );
        expect(row).toMatchObject({ end: "completed", usage: counts, rawUsage: usage });
        expect(row.costNanoDollars).toBe(toCost(counts));
        const answered = usageIn(text, stream);
        if (caller !== upstream) expect(answered).toMatchObject(reported[caller](counts));
        else if (caller === "chat-completions") expect(answered).toEqual(usage);
        else expect(usage).toMatchObject(answered as Fields);
      }),
      { numRuns: repeats(60, 1_200) },
    );
  });
});
