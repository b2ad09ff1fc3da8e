import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { framesOf } from "@diglot/test-support/answers";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { recordedStreams as chatStreams } from "../src/formats/chat-completions/__fixtures__/streams.js";
import { recordedStreams as messagesStreams } from "../src/formats/messages/__fixtures__/streams.js";
import { chatCompletionsUpstream, type FinalRow, type Usage } from "../src/index.js";
import { attemptOf, everyWay, upstreamCreators } from "./attempt-of.js";
import { modelRequestOf } from "./make.js";
import { fakeUpstream, frames, replies, streamOf } from "./upstream-of.js";

const streamed = { stream: true };
const json = { "content-type": "application/json" };

/** A stream of a format as its frames. */
function split(text: string): readonly string[] {
  return text.split(/(?<=\r\n\r\n|\n\n)/);
}

/** The strings under these names anywhere in a value, each part of a reply once. */
function textsIn(value: unknown, names: ReadonlySet<string>): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === "reasoning_details") return [];
    return typeof inner === "string" && names.has(name) ? [inner] : textsIn(inner, names);
  });
}

const spoken = new Set([
  ...["text", "thinking", "partial_json"],
  ...["content", "reasoning", "reasoning_content", "arguments"],
]);

/** The tokens of the reply in some frames, and the last count of output in them. */
function contentOf(cut: readonly string[]) {
  const data = framesOf(cut.join(""))
    .filter((frame) => frame.data !== "[DONE]")
    .map((frame) => JSON.parse(frame.data));
  const texts = data.flatMap((one) => textsIn(one.delta ?? one.choices ?? {}, spoken));
  const counts = data.map(
    ({ usage, x_groq, timings }) =>
      usage?.output_tokens ??
      usage?.completion_tokens ??
      x_groq?.usage?.completion_tokens ??
      timings?.predicted_n,
  );
  return {
    tokens: new TextEncoder().encode(texts.join("")).length / 4,
    reported: counts.findLast((count) => count !== undefined),
  };
}

const recorded = {
  messages: messagesStreams,
  "chat-completions": chatStreams,
} as const;

/** The service's count of what passed, or the upstream's own. */
function expectTrue({ usage }: FinalRow, { tokens, reported }: ReturnType<typeof contentOf>): void {
  if (usage.sources.output === "reported") {
    expect(usage.output).toBe(reported);
    return;
  }
  expect(usage.sources.output).toBe("observed");
  expect(Math.abs(usage.output - tokens)).toBeLessThanOrEqual(Math.max(20, tokens / 10));
}

describe.each(everyWay)("an attempt of a $caller caller with a $upstream upstream", (way) => {
  const { upstream } = way;

  it("is charged for what was delivered, wherever its stream breaks off", async () => {
    for (const { text } of recorded[upstream]) {
      const all = split(text);
      for (let end = 0; end < all.length; end++) {
        const cut = all.slice(0, end);
        const { row } = await attemptOf(way, () => streamOf(cut), streamed);
        expectTrue(row, contentOf(cut));
      }
    }
  });

  it("is charged for what was delivered of a long text", async () => {
    const piece = 'Zwölf Boxkämpfer jagen \\\\ "Viktor" quer über den Sylter Deich.\n';
    const [begin, ...rest] = frames[upstream];
    const spoken = rest.find((frame) => frame.includes('"Hel"')) ?? "";
    const opening = rest.slice(0, rest.indexOf(spoken));
    const long = Array.from({ length: 200 }, () => spoken.replace('"Hel"', JSON.stringify(piece)));
    const cut = [begin ?? "", ...opening, ...long];
    const { row } = await attemptOf(way, () => streamOf(cut), streamed);
    const tokens = (200 * new TextEncoder().encode(piece).length) / 4;
    expect(row.usage.sources.output).toBe("observed");
    expect(Math.abs(row.usage.output - tokens)).toBeLessThan(tokens / 100);
  });

  const { usage } = replies[upstream];

  it.each([false, true])(
    "has no text of the upstream's own usage object in the ledger (stream: %s)",
    async (stream) => {
      const say = (text: string) =>
        text.replaceAll(
          '"usage":{',
          '"usage":{"tier":"was said","was said":1,"notes":["was said"],',
        );
      const whole = () => new Response(say(JSON.stringify(replies[upstream])), { headers: json });
      const answer = stream ? () => streamOf(frames[upstream].map(say)) : whole;
      const { row, text } = await attemptOf(way, answer, { stream });
      if (!stream) expect(text.includes("was said")).toBe(way.caller === upstream);
      expect(row).toMatchObject({ end: "completed", rawUsage: usage });
      expect(JSON.stringify(row)).not.toContain("was said");
    },
  );

  it("has the upstream's own usage object in the ledger", async () => {
    const whole = await attemptOf(way, () => Response.json(replies[upstream]));
    expect(whole.row).toMatchObject({ end: "completed", rawUsage: usage });
    const stream = await attemptOf(way, () => streamOf(frames[upstream]), streamed);
    expect(stream.row).toMatchObject({ end: "completed", rawUsage: usage });
  });

  it("has no usage object in the ledger that is too large for a row", async () => {
    const many = Array.from({ length: 9_000 }, () => 1);
    const wordy = { ...replies[upstream], usage: { ...usage, many } };
    const { row } = await attemptOf(way, () => Response.json(wordy));
    expect(row.rawUsage).toBeUndefined();
    expect(row.usage).toMatchObject({ input: 11, output: 3 });
  });

  it("has no usage object in the ledger if the upstream sent none", async () => {
    const { usage: _usage, ...silent } = replies[upstream];
    const { row } = await attemptOf(way, () => Response.json(silent));
    expect(row.rawUsage).toBeUndefined();
    expect(row.usage.sources).toMatchObject({ input: "estimated", output: "observed" });
    expect(row.usage.output).toBeGreaterThanOrEqual("Hello.".length / 4);
  });
});

/** What an upstream may add to its usage, and what is kept of it. */
const extra = { queue_time: 0.1, cost: "0.01", nested: { kept: [1, null] } };
const kept = { queue_time: 0.1, nested: { kept: [1] } };

describe.each(formatNames)("a broken stream of Messages before a %s caller", (caller) => {
  const way = { caller, upstream: "messages" } as const;
  const event = (data: { type: string } & Record<string, unknown>) =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const usage = { input_tokens: 7, ...extra };
  const message = { ...replies.messages, content: [], stop_reason: null, usage };
  const begun = [event({ type: "message_start", message }), ...frames.messages.slice(1, 4)];

  it("keeps the counts of its beginning as reported, also in the upstream's own usage object", async () => {
    const { row } = await attemptOf(way, () => streamOf(begun), streamed);
    expect(row).toMatchObject({
      usage: { input: 7, output: 2, sources: { input: "reported", output: "observed" } },
      rawUsage: { input_tokens: 7, ...kept },
    });
  });

  it.each([
    [40, { output: 40, sources: { output: "reported" } }],
    [1, { output: 2, sources: { output: "observed" } }],
  ])(
    "uses the larger of %d tokens reported in mid-stream and its own count",
    async (reported, usage) => {
      const onTheWay = { type: "message_delta", delta: {}, usage: { output_tokens: reported } };
      const { row } = await attemptOf(way, () => streamOf([...begun, event(onTheWay)]), streamed);
      expect(row).toMatchObject({ usage, rawUsage: { input_tokens: 7, output_tokens: reported } });
    },
  );
});

describe.each(formatNames)("a broken stream of Chat Completions before a %s caller", (caller) => {
  const way = { caller, upstream: "chat-completions" } as const;
  const chunk = (content: string, tokens: number, finish: string | null = null) =>
    `data: ${JSON.stringify({
      choices: [{ index: 0, delta: { content }, finish_reason: finish }],
      usage: { prompt_tokens: 9, completion_tokens: tokens, ...extra },
    })}\n\n`;

  it("uses counts that grow with each chunk, unless more has passed since", async () => {
    const reported = await attemptOf(
      way,
      () => streamOf([chunk("a", 5), chunk("b", 11)]),
      streamed,
    );
    expect(reported.row).toMatchObject({
      usage: { input: 9, output: 11, sources: { input: "reported", output: "reported" } },
      rawUsage: { prompt_tokens: 9, completion_tokens: 11, ...kept },
    });
    const more = chunk("x".repeat(400), 0).replace(/,"usage".*\}/, "}");
    const later = await attemptOf(way, () => streamOf([chunk("a", 5), more]), streamed);
    expect(later.row).toMatchObject({ usage: { output: 101, sources: { output: "observed" } } });
  });

  it("uses the counts of the complete reply unchanged once its content has ended", async () => {
    const blocks = [chunk(" ".repeat(400), 3, "stop"), 'data: {"error":{"message":"no"}}\n\n'];
    const { row } = await attemptOf(way, () => streamOf(blocks), streamed);
    expect(row).toMatchObject({
      end: "upstream_error",
      usage: { output: 3, sources: { output: "reported" } },
    });
  });

  const reported = { prompt_tokens: 3, completion_tokens: 2 };

  it.each([
    [{ x_groq: { usage: reported } }, reported],
    [{ timings: { prompt_n: 3, predicted_n: 2 } }, { timings: { prompt_n: 3, predicted_n: 2 } }],
  ])("has the usage object of %j in the ledger", async (members, rawUsage) => {
    const { usage: _usage, ...reply } = replies["chat-completions"];
    const { row } = await attemptOf(way, () => Response.json({ ...reply, ...members }));
    expect(row).toMatchObject({ usage: { input: 3, output: 2 } });
    expect(row.rawUsage).toEqual(rawUsage);
  });
});

describe("the observer of an attempt", () => {
  it.each(formatNames)("is set once by an upstream of %s, before it answers", async (upstream) => {
    const { request, watch } = modelRequestOf({ stream: true });
    let release = (_response: Response) => undefined as unknown;
    const answer = new Promise<Response>((resolve) => {
      release = resolve;
    });
    const fake = fakeUpstream(() => answer);
    const model = upstreamCreators[upstream](fake.options);
    const origin = { ...request.origin, format: upstream, body: { model: "m", stream: true } };
    const bytes = new TextEncoder().encode(JSON.stringify(origin.body));
    const responding = model.respond({ ...request, origin: { ...origin, bytes } });
    await until(() => watch.mock.calls.length > 0);
    expect(watch).toHaveBeenCalledTimes(1);
    const observe: () => Usage = watch.mock.calls[0]?.[0] ?? (() => ({}));
    expect(observe()).toMatchObject({ output: 0 });
    release(streamOf(frames[upstream], { open: true }));
    const reply = await responding;
    if (reply.kind !== "relay" || reply.body instanceof Uint8Array) throw new Error("no stream");
    for (let read = 0; read < 4; read++) await reply.body.read();
    expect(observe().output).toBe(2);
    for (let read = 0; read < 2; read++) await reply.body.read();
    expect(observe()).toMatchObject({ input: 11, output: 3 });
    expect(watch).toHaveBeenCalledTimes(1);
    await reply.body.cancel();
  });
});

describe("the token limit of a relayed request", () => {
  const way = { caller: "chat-completions", upstream: "chat-completions" } as const;
  const answer = () => Response.json(replies["chat-completions"]);

  it("is the reserved amount, if money is counted", async () => {
    const options = { prices: { input: 1, output: 2 } };
    const { row, seen } = await attemptOf(way, answer, { n: 2 }, options);
    expect(seen[0]?.body).toMatchObject({ max_tokens: row.reservedTokens.output / 2 });
    const capabilities = { maxTokensField: "max_completion_tokens" } as const;
    const other = await attemptOf(way, answer, {}, { ...options, capabilities });
    expect(other.seen[0]?.body).toMatchObject({
      max_completion_tokens: other.row.reservedTokens.output,
    });
  });

  it("is left to the caller, and to the upstream if nothing is counted", async () => {
    const own = await attemptOf(
      way,
      answer,
      { max_tokens: 5 },
      { prices: { input: 1, output: 2 } },
    );
    expect(own.seen[0]?.body).toMatchObject({ max_tokens: 5 });
    const free = await attemptOf(way, answer);
    expect(Object.keys(free.seen[0]?.body ?? {})).not.toContain("max_tokens");
  });
});

describe("attemptIdHeader", () => {
  it.each(everyWay)("sends the id of the row to the upstream, over the network", async (way) => {
    const { caller, upstream } = way;
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(replies[upstream]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const model = upstreamCreators[upstream]({
      id: "scripted",
      baseUrl: `http://127.0.0.1:${port}/v1`,
      attemptIdHeader: "X-Client-Request-Id",
    });
    const { service, ledger } = serviceOf(model);
    const [path, init] = requestOf(caller);
    const headers = { ...init.headers, "x-client-request-id": "the caller's own" };
    expect((await service.request(path, { ...init, headers })).status).toBe(200);
    await service.close();
    await new Promise((resolve) => server.close(resolve));
    expect(seen.map((one) => one["x-client-request-id"])).toEqual([ledger.all()[0]?.attemptId]);
  });

  it.each([
    ["authorization", {}],
    ["Content-Type", {}],
    ["no header", {}],
    ["", {}],
    ["accept", {}],
    ["x-id", { headers: { "X-Id": "1" } }],
  ])("cannot be %j", (attemptIdHeader, more) => {
    const options = { id: "m", baseUrl: "http://127.0.0.1:1/v1", attemptIdHeader, ...more };
    expect(() => chatCompletionsUpstream(options)).toThrow(TypeError);
  });
});
