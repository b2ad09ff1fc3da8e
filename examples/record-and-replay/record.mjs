import { fileURLToPath } from "node:url";
import { createFake, createFileTape, record } from "@diglot/testing";
import OpenAI from "openai";
import { askByChatCompletions } from "./agents.mjs";
import { createUpstream } from "./upstream.mjs";

/**
 * Asks the upstream once and keeps what it answers in a folder.
 * @param {string} folder
 */
export async function recordInto(folder) {
  const upstream = createUpstream();
  const fake = createFake({ model: record(upstream, createFileTape(folder)) });
  const client = new OpenAI({ apiKey: "sk-caller-secret", fetch: fake.fetch });
  return askByChatCompletions(client, "What is the weather in Oslo and in Rome?");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await recordInto(fileURLToPath(new URL("tapes", import.meta.url))));
}
