// Cuts recorded streams of upstreams after every event, and compares the output that the ledger then
// bills with what was delivered.
//
//   npm run interrupted
//
// What was delivered is counted by a tokenizer that the service does not use by default. Prints the
// counts as JSON, with `--json` in one line. Fails if the error is above 20 tokens and above 10 % in
// more than one of 20 cuts, or if a number of the upstream is not billed as it is.
import { parseArgs } from "node:util";
import {
  chatCompletionsUpstream,
  createMemoryLedger,
  createService,
  messagesUpstream,
} from "@diglot/core";
import { countTokens } from "@diglot/core/gpt-tokenizer";
import { recordedStreams as chatStreams } from "../packages/core/src/formats/chat-completions/__fixtures__/streams.ts";
import { recordedStreams as messagesStreams } from "../packages/core/src/formats/messages/__fixtures__/streams.ts";
import { contentOf, framesOf } from "./interrupted/content.mjs";
import { printOutcome } from "./reliability/outcome.mjs";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

const upstreams = {
  messages: { create: messagesUpstream, streams: messagesStreams },
  "chat-completions": { create: chatCompletionsUpstream, streams: chatStreams },
};
const endpoints = {
  messages: { path: "/v1/messages", headers: { "anthropic-version": "2023-06-01" } },
  "chat-completions": { path: "/v1/chat/completions", headers: {} },
};

const cuts = [];
for (const { create, streams } of Object.values(upstreams)) {
  for (const caller of Object.keys(endpoints)) {
    for (const { text } of streams) cuts.push(...(await cutEverywhere({ create, caller, text })));
  }
}
const estimated = cuts.filter(({ isReported }) => !isReported);
const errors = estimated.map(({ error }) => error).toSorted((one, other) => one - other);
const at = (share) => errors[Math.floor(share * (errors.length - 1))] ?? 0;
const beyond = estimated.filter(({ error, delivered }) => error > Math.max(20, delivered / 10));
const wrong = cuts.filter(({ isReported, error }) => isReported && error > 0).length;

printOutcome(
  {
    promise: "P3",
    figures: {
      ...{ cuts: cuts.length, reported: cuts.length - estimated.length, wrongReported: wrong },
      ...{ estimated: estimated.length, beyond: beyond.length },
      ...{ errorP95Tokens: round(at(0.95)), errorMaxTokens: round(at(1)) },
    },
    held: wrong === 0 && beyond.length <= estimated.length * 0.05 && estimated.length > 0,
  },
  values,
);

/** All cuts of one stream. */
async function cutEverywhere({ create, caller, text }) {
  const frames = framesOf(text);
  const results = [];
  for (let end = 1; end < frames.length; end++) {
    const cut = frames.slice(0, end);
    const content = contentOf(cut);
    const usage = await usageOf({ create, caller, frames: cut });
    const isReported = usage.sources.output === "reported";
    const delivered = isReported ? content.reported : countTokens(content.text);
    results.push({ isReported, delivered, error: Math.abs(usage.output - delivered) });
  }
  return results;
}

/** What the ledger bills for a stream that breaks off after these frames. */
async function usageOf({ create, caller, frames }) {
  const ledger = createMemoryLedger();
  const fetch = async () =>
    new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
  const model = create({ id: "m", baseUrl: "http://127.0.0.1:9/v1", apiKey: "none", fetch });
  const service = createService({ models: [model], allowAnonymous: true, ledger });
  const { path, headers } = endpoints[caller];
  const response = await service.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      ...{ model: "m", max_tokens: 1_000, stream: true },
      messages: [{ role: "user", content: "hi" }],
    }),
  });
  await response.text();
  await service.close();
  return ledger.all()[0].usage;
}

function round(value) {
  return Math.round(value * 10) / 10;
}
