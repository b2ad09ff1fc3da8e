import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Anthropic from "@anthropic-ai/sdk";
import { createFake, createFileTape, createTape, record, replay } from "@diglot/testing";
import OpenAI from "openai";
import { askByChatCompletions, askByMessages } from "./agents.mjs";
import { recordInto } from "./record.mjs";
import { createUpstream } from "./upstream.mjs";

const tapes = fileURLToPath(new URL("tapes", import.meta.url));
const recorded = "Both cities are dry today; I looked at 2 reports.";

test("what a Chat Completions upstream has said is replayed to a Messages client", async () => {
  const fake = createFake({ model: replay(createFileTape(tapes)) });
  const client = new Anthropic({ apiKey: "sk-test", fetch: fake.fetch });
  assert.equal(await askByMessages(client, "Any other question about two cities"), recorded);
});

test("and to a client of its own format", async () => {
  const fake = createFake({ model: replay(createFileTape(tapes)) });
  const client = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
  assert.equal(await askByChatCompletions(client, "Any other question"), recorded);
});

test("what is not on the tape fails and says why", async () => {
  const fake = createFake({ model: replay(createFileTape(tapes)) });
  const client = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
  const asked = client.chat.completions.create({
    model: "weather-model",
    messages: [{ role: "user", content: "No tools this time." }],
  });
  await assert.rejects(asked, /Not on the tape/);
});

test("what is missing can be recorded", async () => {
  const upstream = createUpstream();
  const tape = createTape();
  const model = replay(tape, { fallback: record(upstream, tape) });
  const fake = createFake({ model });
  const client = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
  assert.equal(await askByChatCompletions(client, "What is the weather?"), recorded);
  assert.equal((await tape.read()).size, 1);
});

test("a new recording is the tape that is kept here, but for its times, and holds no key", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tapes-"));
  try {
    assert.equal(await recordInto(folder), recorded);
    assert.deepEqual(await readTapes(folder), await readTapes(tapes));
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The files of a folder, with every time as 0. @param {string} folder */
async function readTapes(folder) {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  assert.ok(!texts.join().includes("secret"));
  return names.map((name, index) => [name, texts[index]?.replace(/\[\d+(?:\.\d+)?, \{/g, "[0, {")]);
}
