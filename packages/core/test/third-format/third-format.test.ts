import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { framesOf, textOf } from "@diglot/test-support/answers";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import {
  chatCompletionsUpstream,
  listUpstreamModels,
  messagesUpstream,
  ServiceError,
  thinking,
  toolCall,
  usage,
} from "../../src/index.js";
import {
  createStreamTranslator,
  translateRequest,
  translateResponse,
} from "../../src/translation/index.js";
import { fakeUpstream, frames, publicly, replies } from "../upstream-of.js";
import { localChat } from "./upstream.js";
import { linesOfJson } from "./wire/framing.js";
import {
  answerOf,
  askAs,
  callers,
  linesAnswer,
  linesOf,
  localFrames,
  localReply,
  localUpstream,
  serviceBefore,
} from "./world.js";

const others = ["messages", "chat-completions"] as const;
const upstreamOf = { messages: messagesUpstream, "chat-completions": chatCompletionsUpstream };
const tool = { name: "look", description: "Looks.", parameters: { type: "object" } };

/** What a caller of the third format gets from a model in process. */
async function askModel(
  script: Parameters<typeof modelOf>[0],
  change: Record<string, unknown> = {},
) {
  const { service, ledger } = serviceBefore(modelOf(script));
  const response = await service.request(...askAs("local-chat", change));
  const text = await response.text();
  await service.close();
  return { response, lines: linesOf(text), row: ledger.all()[0] };
}

describe("a third format, before a model in process", () => {
  const script = [thinking("Hm."), "Hel", "lo.", usage({ input: 7, output: 3 })];

  it("streams lines of its own content type", async () => {
    const { response, lines } = await askModel(script);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(lines.map(({ message }) => message)).toMatchObject([
      { thinking: "Hm." },
      { content: "Hel" },
      { content: "lo." },
      { content: "" },
    ]);
    const end = { model: "scripted", done: true, done_reason: "stop" };
    expect(lines.at(-1)).toMatchObject({ ...end, prompt_eval_count: 7, eval_count: 3 });
  });

  it("says the same in a whole reply, and is accounted under its name", async () => {
    const { lines, row } = await askModel(script, { stream: false });
    expect(lines).toMatchObject([
      { message: { role: "assistant", content: "Hello.", thinking: "Hm." }, eval_count: 3 },
    ]);
    expect(row).toMatchObject({ format: "local-chat", usage: { input: 7, output: 3 } });
  });

  it.each([true, false])(
    "tells calls with their arguments as objects; streamed: %s",
    async (stream) => {
      const tools = [{ type: "function", function: tool }];
      const { lines } = await askModel([toolCall({ name: "look", arguments: { at: 1 } })], {
        tools,
        stream,
      });
      expect(lines[0].message.tool_calls).toEqual([
        { function: { name: "look", arguments: { at: 1 } } },
      ]);
    },
  );

  it("tells in the receipt what it cannot show", async () => {
    const { response } = await askModel([thinking("Hm.", { signature: "proof" }), "Hi."], {
      stream: false,
    });
    expect(response.headers.get("x-diglot-receipt")).toBe('dropped;p="/content/0/signature";reply');
  });

  it("ends a stream that fails with a line of its own", async () => {
    const { lines } = await askModel(async function* () {
      yield "Hel";
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    });
    expect(lines.at(-1)).toEqual({ error: "Too much." });
  });

  it.each([
    ["an unknown model", { model: "other" }, {}, 404, "model 'other' not found"],
    ["a body without messages", { messages: 5 }, {}, 400, "invalid messages"],
    ["a wrong key", {}, { authorization: "Bearer sk-wrong" }, 401, "unauthorized"],
    ["no key", {}, { authorization: "" }, 401, "unauthorized"],
  ])("refuses %s in its own words", async (_name, change, headers, status, error) => {
    const { service } = serviceBefore(modelOf(["Hi."]));
    const sent = { ...callers["local-chat"].headers, ...headers };
    const response = await service.request(...askAs("local-chat", change, sent));
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  it("leaves the other formats as they are", async () => {
    const { service } = serviceBefore(modelOf(["Hi."]));
    for (const caller of others) {
      const response = await service.request(...askAs(caller, { stream: false }));
      expect(textOf(caller, await response.json())).toBe("Hi.");
    }
  });
});

describe.each(others)("a third format before an upstream of %s", (upstream) => {
  async function ask(change: Record<string, unknown>) {
    const fake = fakeUpstream(answerOf(upstream));
    const { service, ledger } = serviceBefore(upstreamOf[upstream](fake.options));
    const response = await service.request(...askAs("local-chat", change));
    const lines = linesOf(await response.text());
    await service.close();
    return { response, lines, seen: fake.seen, row: ledger.all()[0] };
  }

  it.each([true, false])("is translated and accounted; streamed: %s", async (stream) => {
    const { lines, row } = await ask({ stream });
    expect(lines.map(({ message }) => message.content).join("")).toBe("Hello.");
    expect(lines.at(-1)).toMatchObject({ done: true, prompt_eval_count: 11, eval_count: 3 });
    expect(row).toMatchObject({ format: "local-chat", usage: { input: 11, output: 3 } });
  });

  it("sends its history with calls and results", async () => {
    const call = { function: { name: "look", arguments: { at: 1 } } };
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Look." },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_name: "look", content: "A cat." },
    ];
    const tools = [{ type: "function", function: tool }];
    const { seen } = await ask({ messages, tools, options: { num_predict: 50 }, stream: false });
    const sent = JSON.stringify(seen[0]?.body);
    for (const part of ["Be brief.", "Look.", "call_0", "A cat.", '"max_tokens":50']) {
      expect(sent).toContain(part);
    }
  });

  it("tells what is lost", async () => {
    const { response } = await ask({ keep_alive: "5m", stream: false });
    expect(response.headers.get("x-diglot-receipt")).toContain('dropped;p="/keep_alive"');
  });
});

describe.each(others)("an upstream of a third format before callers of %s", (caller) => {
  async function ask(change: Record<string, unknown>, answer = answerOf("local-chat")) {
    const fake = fakeUpstream(answer, { baseUrl: "http://upstream.test/api" });
    const { service, ledger } = serviceBefore(localUpstream(fake.options));
    const response = await service.request(...askAs(caller, change));
    const text = await response.text();
    await service.close();
    return { response, text, seen: fake.seen, row: ledger.all()[0] };
  }

  it("is translated whole and accounted", async () => {
    const { text, seen, row } = await ask({ stream: false });
    expect(textOf(caller, JSON.parse(text))).toBe("Hello.");
    expect(row).toMatchObject({ format: caller, usage: { input: 11, output: 3 } });
    expect(seen[0]?.url).toBe("http://upstream.test/api/chat");
    expect(seen[0]?.headers.get("accept")).toBe("application/json");
    expect(seen[0]?.body).toMatchObject({ model: "real-model", stream: false });
  });

  it("is translated as a stream and accounted", async () => {
    const { response, text, seen, row } = await ask({ stream: true });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(framesOf(text).filter(({ data }) => /"(Hel|lo\.)"/.test(data))).toHaveLength(2);
    expect(seen[0]?.headers.get("accept")).toBe("application/x-ndjson");
    expect(row).toMatchObject({ format: caller, usage: { input: 11, output: 3 } });
  });

  it("is billed by the service's own count if its stream breaks off, though its reader counts nothing", async () => {
    const { row } = await ask({ stream: true }, () => linesAnswer(localFrames.slice(0, 2)));
    expect(row).toMatchObject({
      end: "upstream_error",
      usage: { output: 2, sources: { output: "observed" } },
    });
  });

  it("refuses what it cannot carry before anything is sent", async () => {
    const choice = caller === "messages" ? { type: "any" } : "required";
    const tools =
      caller === "messages"
        ? [{ name: "look", input_schema: { type: "object" } }]
        : [{ type: "function", function: tool }];
    const { response, seen } = await ask({ tools, tool_choice: choice });
    expect([response.status, seen.length]).toEqual([400, 0]);
  });

  it("tells its errors in the caller's envelope", async () => {
    const failing = () => Response.json({ error: "No such model." }, { status: 404 });
    const { response, text } = await ask({}, failing);
    expect(response.status).toBe(400);
    expect(JSON.parse(text).error.message).toBe("No such model.");
  });
});

describe("an upstream of a third format before its own callers", () => {
  async function ask(change: Record<string, unknown>, answer = answerOf("local-chat")) {
    const fake = fakeUpstream(answer);
    const { service, ledger } = serviceBefore(localUpstream(fake.options));
    const response = await service.request(...askAs("local-chat", change));
    const text = await response.text();
    await service.close();
    return { text, seen: fake.seen, row: ledger.all()[0] };
  }

  it("relays a stream byte for byte, except for the model's name", async () => {
    const { text, seen, row } = await ask({ keep_alive: "5m" });
    expect(text).toBe(publicly(localFrames.join("")));
    expect(seen[0]?.body).toMatchObject({ model: "real-model", keep_alive: "5m" });
    expect(row).toMatchObject({ usage: { input: 11, output: 3 } });
  });

  it("relays a whole reply byte for byte, except for the model's name", async () => {
    const { text, row } = await ask({ stream: false });
    expect(text).toBe(publicly(JSON.stringify(localReply)));
    expect(row).toMatchObject({ usage: { input: 11, output: 3 } });
  });

  it("ends a stream that breaks off with an error of the format", async () => {
    const { text } = await ask({}, () => linesAnswer(localFrames.slice(0, 2)));
    expect(linesOf(text).at(-1)).toEqual({ error: expect.any(String) });
  });

  it("lists its models", async () => {
    const { options } = fakeUpstream(() =>
      Response.json({ models: [{ name: "a" }, { name: "b" }] }),
    );
    const { id: _, model: __, ...shared } = options;
    const models = await listUpstreamModels(localUpstream, { ...shared, prices: {} });
    expect(models.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe.each(others)("translations between a third format and %s", (other) => {
  it("take the format where they take a name, for requests", () => {
    const there = translateRequest(localChat, other, callers["local-chat"].body);
    const { body } = translateRequest(other, localChat, there.body, {
      capabilities: { think: false },
    });
    expect(body).toMatchObject({ messages: callers["local-chat"].body.messages });
  });

  it("write whole replies and streams", () => {
    const { body } = translateResponse(localChat, other, localReply);
    expect(textOf(other, body)).toBe("Hello.");
    expect(translateResponse(other, localChat, replies[other]).body).toMatchObject({
      message: { content: "Hello." },
    });
    const there = createStreamTranslator(localChat, other);
    const text = localFrames.map((line) => there.push(line)).join("") + there.end();
    expect(framesOf(text).filter(({ data }) => /"(Hel|lo\.)"/.test(data))).toHaveLength(2);
    const back = createStreamTranslator(other, localChat);
    const lines = linesOf(frames[other].map((frame) => back.push(frame)).join("") + back.end());
    expect(lines.map(({ message }) => message.content).join("")).toBe("Hello.");
  });
});

describe("the framing of a third format", () => {
  it("finds the same lines for every cut, in both directions", () => {
    const bytes = new TextEncoder().encode(localFrames.join(""));
    for (let size = 1; size <= bytes.length; size++) {
      const decoder = linesOfJson.createDecoder(1_000);
      const splitter = linesOfJson.createSplitter(1_000);
      const read: string[] = [];
      let cut = "";
      for (let at = 0; at < bytes.length; at += size) {
        const block = bytes.subarray(at, at + size);
        read.push(...decoder.push(block).map(({ data }) => `${data}\n`));
        cut += new TextDecoder().decode(splitter.push(block).bytes);
      }
      expect([read, cut]).toEqual([localFrames, localFrames.join("")]);
    }
  });

  it("refuses a line above its limit", () => {
    const long = new TextEncoder().encode("x".repeat(20));
    expect(() => linesOfJson.createDecoder(10).push(long)).toThrow("longer than its limit");
    expect(() => linesOfJson.createSplitter(10).push(long)).toThrow("longer than its limit");
  });
});

describe("the sources of core", () => {
  it("know nothing of the third format", () => {
    const root = resolve(import.meta.dirname, "../../src");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const words = /local-chat|localChat|third-format|\/api\/chat|prompt_eval_count/i;
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => words.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });
});
