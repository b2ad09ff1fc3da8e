import {
  balanced,
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  messagesUpstream,
  withFallback,
} from "@diglot/core";
import { clientsOf } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { headersOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import {
  chatFrame,
  hello,
  jsonAnswer,
  messagesFrame,
  say,
  streamAnswer,
  withHeaders,
} from "../../upstream/index.js";
import { chatQuestion, messagesQuestion } from "./fronted.js";
import { isRelayed, streamWays, type Way, ways } from "./ways.js";
import { ask, openWorld, outcomeOf, type World } from "./world.js";

const title = "($caller caller, $upstream upstream, stream: $stream)";

/** The names of the model that an official client reads in an answer: of every chunk, where there are chunks. */
async function namesOf({ way, entrance }: World, model = "fronted"): Promise<readonly string[]> {
  const { anthropic, openai } = clientsOf({ fetch: entrance.fetch });
  if (way.caller === "messages") {
    const question = { ...messagesQuestion, model };
    if (!way.stream) return [(await anthropic.messages.create(question)).model];
    return [(await anthropic.messages.stream(question).finalMessage()).model];
  }
  const question = { ...chatQuestion, model };
  if (!way.stream) return [(await openai.chat.completions.create(question)).model];
  const chunks = await openai.chat.completions.create({ ...question, stream: true });
  const names: string[] = [];
  for await (const chunk of chunks) names.push(chunk.model);
  return names;
}

describe("the name of the model that callers read", () => {
  it.each(ways)(`is the public one, in every chunk ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello));
    expect(new Set(await namesOf(world))).toEqual(new Set(["fronted"]));
  });

  it.each(ways)(`is the upstream's own where that may be shown ${title}`, async (way) => {
    const world = await openWorld(way, { upstream: { revealModel: true } });
    world.upstream.reply(say(hello));
    expect(new Set(await namesOf(world))).toEqual(new Set(["upstream-model"]));
  });

  it.each(ways)(`is the id, also for one who asks for an alias ${title}`, async (way) => {
    const world = await openWorld(way, { upstream: { aliases: ["other", "claude-*"] } });
    world.upstream.reply(say(hello));
    for (const asked of ["other", "claude-x"]) {
      expect(new Set(await namesOf(world, asked))).toEqual(new Set(["fronted"]));
    }
    expect(world.upstream.requests.map(({ body }) => body)).toMatchObject([
      { model: "upstream-model" },
      { model: "upstream-model" },
    ]);
  });

  it.each(ways)(
    `is in no header, and the row has the model that is billed ${title}`,
    async (way) => {
      const headers = withHeaders({
        "openai-model": "upstream-model",
        "x-model": "upstream-model",
      });
      const { status, rows } = await outcomeOf(way, say(hello, headers));
      expect(status).toBe(200);
      expect(rows).toMatchObject([{ model: "fronted", end: "completed" }]);
    },
  );

  it("is the public one in the lists of models of both formats", async () => {
    const { entrance } = await openWorld({
      caller: "messages",
      upstream: "messages",
      stream: false,
    });
    for (const format of ["messages", "chat-completions"] as const) {
      const list = await entrance.fetch("/v1/models", { headers: headersOf(format) });
      const text = await list.text();
      expect(text).toContain("fronted");
      expect(text).not.toContain("upstream-model");
    }
  });

  it.each(ways)(`is that of the model of a group that answers ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello));
    const create = way.upstream === "messages" ? messagesUpstream : chatCompletionsUpstream;
    const member = create({
      id: "member",
      baseUrl: `${world.upstream.url}/v1`,
      model: "upstream-model",
    });
    for (const join of [withFallback, balanced]) {
      const service = createService({
        models: [join([member], { id: "group" })],
        keys: createMemoryKeys([{ key }]),
      });
      const entrance = { ...world.entrance, fetch: service.fetch as typeof fetch };
      expect(new Set(await namesOf({ ...world, entrance }, "group"))).toEqual(new Set(["member"]));
    }
  });
});

describe("what an upstream says of its model in an error", () => {
  const message = 'The model "upstream-model" takes no more than 4096 tokens.';
  const told = 'The model "fronted" takes no more than 4096 tokens.';
  const error = { type: "invalid_request_error", message, param: "model", code: "model" };
  const refusal = (way: Way) =>
    jsonAnswer(way.upstream === "messages" ? { type: "error", error } : { error }, 400);

  it.each(ways)(`names the public one before the reply ${title}`, async (way) => {
    const { status, text } = await outcomeOf(way, refusal(way));
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toContain(told);
    if (isRelayed(way)) expect(JSON.parse(text).error.param).toBe("model");
  });

  it.each(ways)(`names its own where that may be shown ${title}`, async (way) => {
    const world = await openWorld(way, { upstream: { revealModel: true, model: "real-1" } });
    world.upstream.reply(
      jsonAnswer({ type: "error", error: { ...error, message: "real-1 refuses." } }, 400),
    );
    const { text } = await ask(world);
    expect(JSON.parse(text).error.message).toContain("real-1 refuses.");
  });

  it.each(streamWays.filter(isRelayed))(
    `names the public one in a stream ${title}`,
    async (way) => {
      const frames = {
        messages: [
          messagesFrame({
            type: "message_start",
            message: {
              id: "msg_1",
              type: "message",
              role: "assistant",
              model: "upstream-model",
              content: [],
              usage: {},
            },
          }),
          messagesFrame({ type: "error", error: { type: "overloaded_error", message } }),
        ],
        "chat-completions": [
          chatFrame({
            id: "c",
            model: "upstream-model",
            choices: [{ index: 0, delta: { content: "a" } }],
          }),
          chatFrame({ error: { type: "overloaded_error", message } }),
        ],
      };
      const [first = "", ...rest] = frames[way.upstream];
      const comment = ": upstream-model is thinking\n\n";
      const { text } = await outcomeOf(way, streamAnswer([first, comment, ...rest]));
      expect(text).toContain(JSON.stringify(told).slice(1, -1));
      expect(text).not.toContain("thinking");
    },
  );
});
