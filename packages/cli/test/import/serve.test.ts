import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { createService, defineModel } from "@diglot/core";
import { createFake, createFileTape, type Fake, replay } from "@diglot/testing";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { readScript } from "../../src/fake/read-script.js";
import { importFile } from "../../src/import/run-import.js";
import { newFolder, start } from "../command.js";
import { serveService } from "../servers.js";
import { fileOf, fileWithUpstream } from "./files.js";

/** A key of callers, which every variable of the imported configs is set to. */
const key = "sk-of-a-caller-0123456789";

/** A server of models that answers under every name; `asked` has the names, in the order of the requests. */
async function openUpstream() {
  const asked: string[] = [];
  const model = defineModel(
    "upstream",
    async function* ({ conversation }) {
      asked.push(conversation.model);
      yield "An answer of the upstream.";
    },
    { aliases: ["*"] },
  );
  const url = await serveService(createService({ models: [model], allowAnonymous: true }));
  return { asked, url };
}

/** Imports a file and serves the config; returns the address. */
async function serveImported(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const cwd = newFolder();
  const out = join(cwd, "diglot.config.json");
  await importFile(file, { out });
  // Several tests run at once, so each gateway takes a free port.
  writeFileSync(out, JSON.stringify({ ...JSON.parse(readFileSync(out, "utf8")), port: 0 }));
  const written = await start(["serve"], { cwd, env }).untilWritten(/"msg":"listening"/);
  return /http:\/\/127[^"]*/.exec(written)?.[0] ?? "";
}

const messages = [{ role: "user" as const, content: "Hello" }];
const answered = { choices: [{ message: { content: "An answer of the upstream." } }] };

describe("an imported config serves", () => {
  it("the models of LiteLLM's model_list, to clients of both vendors", async () => {
    const { asked, url } = await openUpstream();
    const env = { TEAM_OPENAI_KEY: "k", ANTHROPIC_API_KEY: "k", DIGLOT_KEY: key };
    const origin = await serveImported(fileWithUpstream("litellm-simple.yaml", url), env);
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key });
    const completion = openai.chat.completions.create({ model: "assistant", messages });
    expect(await completion).toMatchObject(answered);
    const anthropic = new Anthropic({ baseURL: origin, apiKey: key });
    const message = anthropic.messages.create({ model: "assistant", max_tokens: 50, messages });
    expect(await message).toMatchObject({ content: [{ text: "An answer of the upstream." }] });
    expect(asked).toEqual(["model-a", "model-a"]);
  });

  it("LiteLLM's groups with weights, fallbacks and aliases", async () => {
    const { asked, url } = await openUpstream();
    const env = { OPENAI_API_KEY: "k", AZURE_API_KEY_EU: "k", DIGLOT_KEY: key };
    // The other deployment of the group, and the fallback, are the same upstream here.
    const file = fileWithUpstream("litellm-router.yaml", url);
    const text = readFileSync(file, "utf8")
      .replace("https://team-eu.openai.azure.com/", url)
      .replace("http://127.0.0.1:8000", url);
    writeFileSync(
      file,
      text.replace("azure/", "openai/").replaceAll(`: ${url}\n`, `: ${url}/v1\n`),
    );
    const origin = await serveImported(file, env);
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, maxRetries: 0 });
    for (const model of ["gpt-4", "old-name"]) {
      expect(await openai.chat.completions.create({ model, messages })).toMatchObject(answered);
    }
    const [group, spare] = asked;
    expect(["model-a", "team-deployment"]).toContain(group);
    expect(spare).toBe("small-model");
  });

  it("claude-code-router's routes: any name by default, and haiku in the background", async () => {
    const { asked, url } = await openUpstream();
    const env = { CCR_API_KEY: key, DEEPSEEK_API_KEY: "k", GEMINI_API_KEY: "k" };
    const origin = await serveImported(fileWithUpstream("router-routes.jsonc", url), env);
    const anthropic = new Anthropic({ baseURL: origin, authToken: key, apiKey: null });
    for (const model of ["claude-opus-5", "claude-haiku-4-5", "local,small:latest"]) {
      const message = await anthropic.messages.create({ model, max_tokens: 50, messages });
      expect(message.content).toMatchObject([{ text: "An answer of the upstream." }]);
    }
    expect(asked).toEqual(["small:latest", "small:latest", "small:latest"]);
    const models = await anthropic.models.list();
    expect(models.data.map(({ id }) => id)).toContain("think");
  });

  it("Portkey's only target, under every name", async () => {
    const { asked, url } = await openUpstream();
    const env = { OPENAI_API_KEY: "k", DIGLOT_KEY: key };
    const origin = await serveImported(fileWithUpstream("portkey-single.json", url), env);
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key });
    expect(await openai.chat.completions.create({ model: "gpt-9", messages })).toMatchObject(
      answered,
    );
    expect(asked).toEqual(["model-a"]);
  });

  it("Portkey's nested targets", async () => {
    const { asked, url } = await openUpstream();
    const file = fileWithUpstream("portkey-nested.json", url);
    // Only the first of the two balanced targets is left, so that the test knows which one answers.
    writeFileSync(file, readFileSync(file, "utf8").replace('"weight": 0.3', '"weight": 0'));
    const env = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", DIGLOT_KEY: key };
    const origin = await serveImported(file, env);
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key });
    expect(await openai.chat.completions.create({ model: "any", messages })).toMatchObject(
      answered,
    );
    expect(asked).toEqual(["model-a"]);
  });
});

/** A fake with imported fixtures of aimock. */
async function openFixtures(name: string): Promise<Fake> {
  const out = join(newFolder(), "fake.mjs");
  await importFile(fileOf(name), { out });
  const fake = createFake();
  (await readScript(out))(fake);
  return fake;
}

describe("imported fixtures of aimock answer", () => {
  const tools = [{ type: "function" as const, function: { name: "get_weather" } }];
  const call = {
    id: "call_1",
    type: "function" as const,
    function: { name: "get_weather", arguments: "{}" },
  };

  it("by text, tools, results and instructions, the first one that matches", async () => {
    const { fetch } = await openFixtures("aimock-conversation.json");
    const openai = new OpenAI({ apiKey: key, fetch });
    const ask = async (body: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>) => {
      const completion = await openai.chat.completions.create({ model: "m", messages, ...body });
      return completion.choices[0]?.message;
    };
    const weather = { role: "user" as const, content: "What is the weather?" };
    expect(await ask({ messages: [weather], tools })).toMatchObject({
      content: "I am looking.",
      tool_calls: [{ function: { name: "get_weather", arguments: '{"city":"Oslo"}' } }],
    });
    const results = [
      weather,
      { role: "assistant" as const, tool_calls: [call] },
      { role: "tool" as const, tool_call_id: "call_1", content: "cold" },
    ];
    expect(await ask({ messages: results, tools })).toMatchObject({
      content: "It is cold in Oslo.",
    });
    const system = { role: "system" as const, content: "Be a polite pirate." };
    expect(await ask({ messages: [system, ...messages] })).toMatchObject({
      content: "Arr, please.",
    });
    expect(await ask({})).toMatchObject({ content: '{"answer":42}' });
  });

  it("in their sequence, with errors", async () => {
    const { fetch } = await openFixtures("aimock-sequence.json");
    const anthropic = new Anthropic({ apiKey: key, fetch, maxRetries: 0 });
    const ask = (turns: Anthropic.MessageParam[]) =>
      anthropic.messages.create({ model: "m", max_tokens: 50, messages: turns });
    const again = { role: "user" as const, content: "Say it again" };
    await expect(ask([again])).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining("Slow down."),
    });
    expect((await ask([again])).content).toMatchObject([{ text: "Now it works." }]);
    const third = await ask([again, { role: "assistant", content: "Yes." }, again]);
    expect(third).toMatchObject({
      stop_reason: "max_tokens",
      content: [{ text: "A second turn." }],
    });
  });
});

describe("an imported recording", () => {
  it("is a tape that answers clients of every format", async () => {
    const out = join(newFolder(), "tape");
    await importFile(fileOf("msw.har"), { out });
    const fake = createFake({ model: replay(createFileTape(out)) });
    const openai = new OpenAI({ apiKey: key, fetch: fake.fetch });
    const count = [{ role: "user" as const, content: "Count to two." }];
    const counted = await openai.chat.completions.create({ model: "m", messages: count });
    expect(counted.choices[0]?.message.content).toBe("One, two.");
    const anthropic = new Anthropic({ apiKey: key, fetch: fake.fetch });
    const where = [{ role: "user" as const, content: "Where is Oslo?" }];
    const found = await anthropic.messages.create({ model: "m", max_tokens: 9, messages: where });
    expect(found.content).toMatchObject([{ text: "In Norway." }]);
    expect(found.usage).toMatchObject({ input_tokens: 9, output_tokens: 3 });
  });
});
