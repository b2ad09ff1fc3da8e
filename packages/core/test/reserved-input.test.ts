import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { deflateSync } from "node:zlib";
import { key } from "@diglot/test-support/key";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";
import { describe, expect, it } from "vitest";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type Ledger,
  type Model,
  messagesUpstream,
  presets,
} from "../src/index.js";

const window = 220_000;
const prices = { input: 1, output: 1, accepts: { input_audio: 1 } };
const options = { id: "scripted", prices, contextWindow: window };

/** What an upstream says that has read a document which fills its context window. */
const replies: Readonly<Record<FormatName, object>> = {
  messages: {
    ...{ id: "msg_1", type: "message", role: "assistant", model: "m" },
    content: [{ type: "text", text: "Hi" }],
    ...{ stop_reason: "end_turn", stop_sequence: null },
    usage: { input_tokens: window, output_tokens: 1 },
  },
  "chat-completions": {
    ...{ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m" },
    choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
    usage: { prompt_tokens: window, completion_tokens: 1, total_tokens: window + 1 },
  },
};

/** A real upstream, and how often it was asked. */
async function startUpstream(format: FormatName) {
  const seen = { requests: 0 };
  const server = createServer((request, response) => {
    seen.requests += 1;
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(replies[format]));
    });
  });
  return { seen, baseUrl: `http://127.0.0.1:${await listen(server)}/v1` };
}

const makers: Readonly<Record<FormatName, (baseUrl: string, change?: object) => Model>> = {
  messages: (baseUrl, change) =>
    messagesUpstream({ ...options, baseUrl, capabilities: presets.anthropic, ...change }),
  "chat-completions": (baseUrl, change) =>
    chatCompletionsUpstream({ ...options, baseUrl, capabilities: presets.openai, ...change }),
};

/** A model of this process that has read a document which fills its context window. */
function inProcess(): Model {
  return defineModel(
    "scripted",
    async function* () {
      yield "Hi";
      yield { type: "usage", usage: { input: window, output: 1 } };
    },
    { prices, capabilities: { documents: true, audio: true, contextWindow: window } },
  );
}

function serve(model: Model, ledger: Ledger) {
  const keys = createMemoryKeys([{ key, accountId: "team" }]);
  return createService({ models: [model], keys, ledger });
}

/** Pages of 9 KB that were compressed; how many tokens they have cannot be seen. */
const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), deflateSync(randomBytes(6_700))]);
const data = pdf.toString("base64");

/** What has no text in the body, in each format; the rest is for upstreams that know more. */
const contents: readonly (readonly [FormatName, string, object])[] = [
  [
    "messages",
    "a PDF",
    { type: "document", source: { type: "base64", media_type: "application/pdf", data } },
  ],
  [
    "messages",
    "a document by URL",
    { type: "document", source: { type: "url", url: "https://a.test/d.pdf" } },
  ],
  [
    "messages",
    "a document by id",
    { type: "document", source: { type: "file", file_id: "file_1" } },
  ],
  ["messages", "an upload", { type: "container_upload", file_id: "file_1" }],
  [
    "chat-completions",
    "a PDF",
    {
      type: "file",
      file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${data}` },
    },
  ],
  ["chat-completions", "a file by id", { type: "file", file: { file_id: "file_1" } }],
  [
    "chat-completions",
    "a PDF as an image",
    { type: "image_url", image_url: { url: `data:application/pdf;base64,${data}` } },
  ],
  [
    "chat-completions",
    "a video",
    { type: "video_url", video_url: { url: "https://a.test/film.mp4" } },
  ],
  [
    "chat-completions",
    "a sound",
    { type: "input_audio", input_audio: { data: "AA==", format: "mp3" } },
  ],
  [
    "chat-completions",
    "a sound by URL",
    { type: "audio_url", audio_url: { url: "https://a.test/song.mp3" } },
  ],
];

function bodyWith(part: object) {
  const content = [{ type: "text", text: "Sum it up." }, part];
  return { max_tokens: 10, messages: [{ role: "user", content }] };
}

describe("what has no text in a request", () => {
  it.each(contents)(
    "fills the context window where it is relayed: %s, %s",
    async (format, _, part) => {
      const { seen, baseUrl } = await startUpstream(format);
      const ledger = createMemoryLedger();
      const service = serve(makers[format](baseUrl), ledger);
      const response = await service.request(...requestOf(format, bodyWith(part)));
      expect([response.status, seen.requests]).toEqual([200, 1]);
      await response.text();
      await service.close();
      const [row] = ledger.all();
      expect(row).toMatchObject({ state: "settled", reservedTokens: { input: window } });
      expect(row?.state === "settled" && row.costNanoDollars <= row.reservedNanoDollars).toBe(true);
    },
  );

  it.each(contents)("is not sent on a budget that covers less: %s, %s", async (format, _, part) => {
    const { seen, baseUrl } = await startUpstream(format);
    const ledger = createMemoryLedger();
    await ledger.credit({ id: "first", accountId: "team", nanoDollars: (window - 1) * 1_000 });
    const service = serve(makers[format](baseUrl), ledger);
    const response = await service.request(...requestOf(format, bodyWith(part)));
    expect(response.status).toBe(format === "messages" ? 402 : 429);
    expect([seen.requests, ledger.all()]).toEqual([0, []]);
  });

  it.each(formatNames)("fills the window where it is translated from %s", async (format) => {
    const other = format === "messages" ? "chat-completions" : "messages";
    const { seen, baseUrl } = await startUpstream(other);
    const ledger = createMemoryLedger();
    const service = serve(makers[other](baseUrl), ledger);
    const part = contents.find(([name, what]) => name === format && what === "a PDF")?.[2] ?? {};
    const response = await service.request(...requestOf(format, bodyWith(part)));
    expect([response.status, seen.requests]).toEqual([200, 1]);
    await service.close();
    expect(ledger.all()).toMatchObject([{ reservedTokens: { input: window } }]);
  });

  it.each(formatNames)("fills the window of a model in this process, in %s", async (format) => {
    const ledger = createMemoryLedger();
    const service = serve(inProcess(), ledger);
    const part = contents.find(([name, what]) => name === format && what === "a PDF")?.[2] ?? {};
    const response = await service.request(...requestOf(format, bodyWith(part)));
    expect(response.status).toBe(200);
    await response.text();
    await service.close();
    expect(ledger.all()).toMatchObject([{ reservedTokens: { input: window } }]);
  });

  it("has the tokens that the operator says", async () => {
    const { baseUrl } = await startUpstream("messages");
    const ledger = createMemoryLedger();
    const few = { prices: { ...prices, mediaTokens: { other: 7_000 } } };
    const service = serve(makers.messages(baseUrl, few), ledger);
    const part = contents[1]?.[2] ?? {};
    const [path, init] = requestOf("messages", bodyWith(part));
    await (await service.request(path, init)).text();
    await service.close();
    const input = String(init.body).length + 7_000;
    expect(ledger.all()).toMatchObject([{ reservedTokens: { input } }]);
  });
});
