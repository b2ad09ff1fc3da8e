import { framesOf } from "@diglot/test-support/answers";
import { assertLegalStream } from "@diglot/test-support/legal-streams";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  chatCompletionsUpstream,
  type ModelYield,
  messagesUpstream,
  refusal,
  text,
  withFallback,
  type YieldedLogprob,
} from "../src/index.js";
import { fakeUpstream, replies, streamOf } from "./upstream-of.js";

const format = "chat-completions";

/** A token with two alternatives. */
const tokenOf = (token: string, logprob = -0.5): YieldedLogprob => ({
  token,
  logprob,
  alternatives: [
    { token, logprob },
    { token: "?", logprob: -3, bytes: null },
  ],
});
const say = (...tokens: readonly string[]) =>
  text(tokens.join(""), { logprobs: tokens.map((token) => tokenOf(token)) });

const entry = (token: string) => ({
  token,
  logprob: -0.5,
  bytes: [...new TextEncoder().encode(token)],
});
const shown = (token: string) => ({
  ...entry(token),
  top_logprobs: [entry(token), { token: "?", logprob: -3, bytes: null }],
});

const asked = { logprobs: true, top_logprobs: 2 };

/** The first choice, as JSON and as its stream adds up. */
async function choiceOf(pieces: readonly ModelYield[], change: object = asked) {
  const model = { capabilities: { logprobs: true }, countTokens: (said: string) => said.length };
  const { service } = serviceOf(pieces, { model });
  const whole = await service.request(...requestOf(format, change));
  expect(whole.status).toBe(200);
  const [choice] = (await whole.json()).choices;
  const stream = await service.request(...requestOf(format, { ...change, stream: true }));
  const streamed = await stream.text();
  assertLegalStream(format, streamed);
  expect(joinLogprobs(streamed)).toEqual(choice.logprobs);
  return choice;
}

/** The log probabilities of a stream, joined as official clients do. */
function joinLogprobs(stream: string): unknown {
  let joined: Record<string, unknown[] | null> | null = null;
  for (const { data } of framesOf(stream)) {
    const part = data === "[DONE]" ? null : JSON.parse(data).choices[0]?.logprobs;
    if (!part) continue;
    joined ??= { content: null, refusal: null };
    for (const name of ["content", "refusal"]) {
      if (part[name]) joined[name] = [...(joined[name] ?? []), ...part[name]];
    }
  }
  return joined;
}

describe("log probabilities of a model in process", () => {
  it("C022 are shown for each token, with as many alternatives as were asked for", async () => {
    const { message, logprobs } = await choiceOf([say("Hel", "lo"), say(" you")]);
    expect(message.content).toBe("Hello you");
    expect(logprobs).toEqual({
      content: [shown("Hel"), shown("lo"), shown(" you")],
      refusal: null,
    });
    const one = await choiceOf([say("Hi")], { logprobs: true });
    expect(one.logprobs.content).toEqual([{ ...entry("Hi"), top_logprobs: [] }]);
  });

  it("belong to the refusal where the model refuses", async () => {
    const tokens = [tokenOf("No"), tokenOf(".")];
    const { logprobs } = await choiceOf([refusal("No.", { logprobs: tokens })]);
    expect(logprobs).toEqual({ content: null, refusal: [shown("No"), shown(".")] });
  });

  it("are not shown to callers who do not ask", async () => {
    const { message, logprobs } = await choiceOf([say("Hi")], {});
    expect([message.content, logprobs]).toEqual(["Hi", null]);
  });

  it("end where a stop sequence cuts the text, wherever the tokens are cut", async () => {
    const pieces = [say("one", " S"), say("TO", "P", " two")];
    const { message, logprobs } = await choiceOf(pieces, { ...asked, stop: "STOP" });
    expect(message.content).toBe("one ");
    // The token of which only a part is shown has none.
    expect(logprobs.content).toEqual([shown("one")]);
  });

  it("are all shown where text only seemed to begin a stop sequence", async () => {
    const { logprobs } = await choiceOf([say("a", " ST"), say("ART")], { ...asked, stop: "STOP" });
    expect(logprobs.content).toEqual([shown("a"), shown(" ST"), shown("ART")]);
  });

  it("end where the token limit cuts the text", async () => {
    const { message, logprobs } = await choiceOf([say("abc", "def")], { ...asked, max_tokens: 4 });
    expect(message.content).toBe("abcd");
    expect(logprobs.content).toEqual([shown("abc")]);
  });

  it("must belong to tokens that join to the text", async () => {
    const bad = text("Hello", { logprobs: [tokenOf("Hell")] });
    const { service, failures } = serviceOf([bad], { model: { capabilities: { logprobs: true } } });
    expect((await service.request(...requestOf(format, asked))).status).toBe(500);
    expect(String((failures[0] as Error).cause ?? failures[0])).toContain("must join to the text");
  });

  it("are written as -9999 for what cannot be, because JSON has no infinity", async () => {
    const never = { token: "!", logprob: Number.NEGATIVE_INFINITY };
    const piece = text("!", { logprobs: [{ ...never, alternatives: [never] }] });
    const { logprobs } = await choiceOf([piece]);
    expect(logprobs.content).toMatchObject([
      { logprob: -9999, top_logprobs: [{ token: "!", logprob: -9999 }] },
    ]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("are refused if one is %s", async (logprob) => {
    const bad = text("Hi", { logprobs: [{ token: "Hi", logprob }] });
    const { service } = serviceOf([bad], { model: { capabilities: { logprobs: true } } });
    expect((await service.request(...requestOf(format, asked))).status).toBe(500);
  });

  it("are refused by name by a model that has none, and by a Messages upstream", async () => {
    const { options } = fakeUpstream(() => Response.json(replies.messages));
    for (const model of [["Hi"] as const, messagesUpstream(options)]) {
      const { service } = serviceOf(model);
      const response = await service.request(...requestOf(format, asked));
      expect(response.status).toBe(400);
      expect((await response.json()).error.param).toBe("logprobs");
    }
  });
});

describe("log probabilities of a Chat Completions upstream whose reply is translated", () => {
  /** A caller's choices, by an upstream with this answer beside one of the other format. */
  async function translate(answer: () => Response, change: object) {
    const upstream = fakeUpstream(answer);
    const other = fakeUpstream(() => Response.json(replies.messages));
    const group = withFallback([
      chatCompletionsUpstream(upstream.options),
      messagesUpstream(other.options),
    ]);
    const { service } = serviceOf(group);
    const response = await service.request(...requestOf(format, { ...asked, ...change }));
    return { response, sent: upstream.seen.map(({ body }) => body) };
  }

  const [choice] = replies[format].choices;
  const replyWith = (content: readonly object[]) => ({
    ...replies[format],
    choices: [{ ...choice, logprobs: { content, refusal: null } }],
  });

  it.each([1, 2])("reach a caller of that format (n: %i)", async (n) => {
    const answer = () => Response.json(replyWith([shown("Hello.")]));
    const { response, sent } = await translate(answer, { n });
    const { choices } = await response.json();
    for (const each of choices) expect(each.logprobs.content).toEqual([shown("Hello.")]);
    expect(sent).toHaveLength(n);
    for (const body of sent) expect(body).toMatchObject(asked);
  });

  it("are written as -9999 where its JSON has a number that is too small", async () => {
    const json = JSON.stringify(replyWith([shown("Hello.")])).replaceAll("-0.5", "-1e999");
    const answer = () => new Response(json, { headers: { "content-type": "application/json" } });
    const { choices } = await (await translate(answer, { n: 2 })).response.json();
    expect(choices[0].logprobs.content).toMatchObject([
      { logprob: -9999, top_logprobs: [{ logprob: -9999 }, { logprob: -3 }] },
    ]);
  });

  it("wait with their text behind a call, and come in order", async () => {
    const frame = (delta: object, logprobs: unknown = null, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: "x", model: "u", choices: [{ index: 0, delta, logprobs, finish_reason: finish }] })}\n\n`;
    const call = (piece: object) => frame({ tool_calls: [{ index: 0, ...piece }] });
    const tokens = Array.from({ length: 50 }, (_, index) => `${index} `);
    const said = tokens.map((token) =>
      frame({ content: token }, { content: [shown(token)], refusal: null }),
    );
    const answer = () =>
      streamOf([
        call({ id: "c", type: "function", function: { name: "f", arguments: "{" } }),
        ...said,
        call({ function: { arguments: "}" } }),
        frame({}, null, "tool_calls"),
        "data: [DONE]\n\n",
      ]);
    const tools = [{ type: "function", function: { name: "f" } }];
    const { response } = await translate(answer, { n: 2, stream: true, tools });
    const content = [...tokens, ...tokens].map(shown);
    expect(joinLogprobs(await response.text())).toEqual({ content, refusal: null });
  });
});
