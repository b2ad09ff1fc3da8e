import { createServer } from "node:http";
import { createHttpServer } from "@diglot/adapter-node-http";
import type { CorsOptions } from "@diglot/core";
import { needsChromium, openBrowser } from "@diglot/test-support/browser";
import { key } from "@diglot/test-support/key";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/** The official clients in a page. Each call resolves with what the page got, or the name of its error. */
const program = `
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

const options = (baseURL) => ({
  baseURL, apiKey: "${key}", dangerouslyAllowBrowser: true, maxRetries: 0,
});
const chat = { model: "scripted", messages: [{ role: "user", content: "Hi" }] };
const message = { ...chat, max_tokens: 100 };

window.calls = {
  async messages(base) {
    const { data, request_id: id } = await new Anthropic(options(base)).messages.create(message).withResponse();
    return [data.content[0].text, id];
  },
  async messagesStream(base) {
    const stream = new Anthropic(options(base)).messages.stream(message);
    return (await stream.finalMessage()).content[0].text;
  },
  async chat(base) {
    const { data, request_id: id } = await new OpenAI(options(base + "/v1")).chat.completions.create(chat).withResponse();
    return [data.choices[0].message.content, id];
  },
  async chatStream(base) {
    let text = "";
    for await (const chunk of await new OpenAI(options(base + "/v1")).chat.completions.create({ ...chat, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? "";
    }
    return text;
  },
  async refused(base) {
    try {
      await new OpenAI({ ...options(base + "/v1"), apiKey: "wrong" }).models.list();
    } catch (error) {
      return [error.status, error.code];
    }
  },
};
window.call = (name, base) => window.calls[name](base).catch((error) => error.constructor.name);
`;

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    ...{ bundle: true, format: "esm", platform: "browser", keepNames: true, write: false },
  });
  return outputFiles[0]?.text ?? "";
};

describe("a page of another origin", needsChromium, () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [browser, script] = await Promise.all([openBrowser(), bundle()]);
  });
  afterAll(() => browser?.close());

  /** A page and a service, each on a port of its own, and how the page calls the service. */
  async function open(toCors: (origin: string) => CorsOptions | undefined) {
    const pages = createServer((request, response) => {
      const isScript = request.url === "/page.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? script : '<script type="module" src="/page.js"></script>');
    });
    const origin = `http://127.0.0.1:${await listen(pages)}`;
    const { service } = serviceOf(["Hello", " there."], { cors: toCors(origin) });
    const server = createHttpServer(service);
    const preflights: string[] = [];
    server.on("request", ({ method, url = "" }) => {
      if (method === "OPTIONS") preflights.push(url);
    });
    const base = `http://127.0.0.1:${await listen(server)}`;
    const context = await browser.newContext();
    context.setDefaultTimeout(0);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(origin);
    await page.waitForFunction("window.call");
    const call = (name: string): Promise<unknown> =>
      page.evaluate(`call(${JSON.stringify(name)}, ${JSON.stringify(base)})`);
    return { call, preflights };
  }

  it("calls both formats with the official clients, after a preflight", async () => {
    const { call, preflights } = await open((origin) => ({ origins: [origin] }));
    expect(await call("messages")).toEqual(["Hello there.", expect.stringMatching(/^req_/)]);
    expect(await call("messagesStream")).toBe("Hello there.");
    expect(await call("chat")).toEqual(["Hello there.", expect.stringMatching(/^req_/)]);
    expect(await call("chatStream")).toBe("Hello there.");
    expect(preflights).toContain("/v1/messages");
    expect(preflights).toContain("/v1/chat/completions");
  });

  it("reads why it is refused", async () => {
    const { call } = await open((origin) => ({ origins: [origin] }));
    expect(await call("refused")).toEqual([401, "invalid_api_key"]);
  });

  it.each<[string, () => CorsOptions | undefined]>([
    ["no page may call the service", () => undefined],
    ["only other pages may", () => ({ origins: ["https://app.example"] })],
  ])("reads nothing where %s", async (_case, toCors) => {
    const { call } = await open(toCors);
    for (const name of ["messages", "chat"]) {
      expect(await call(name)).toBe("APIConnectionError");
    }
  });
});
