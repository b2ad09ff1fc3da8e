import { key } from "../shared/exchange.ts";
import type { Format } from "../shared/formats.ts";
import { streamReply, wholeReply } from "../shared/formats.ts";
import { reservationOf, settlementOf } from "../shared/ledger-calls.ts";
import { type Core, loadPackage } from "../shared/project.ts";
import { requestBody } from "../shared/requests.ts";
import type { Case } from "./case.ts";

type Translation = typeof import("@diglot/core/translation");

/** The names of the formats as core has them. */
const names = { chat: "chat-completions", messages: "messages" } as const;

/** The formats in pairs: the caller's, and the upstream's. */
const pairs: readonly (readonly [Format, Format])[] = [
  ["chat", "messages"],
  ["messages", "chat"],
];

/** Deltas of the block that is translated at once. */
const deltas = 100;

/** Single steps of an exchange, each beside the parsing of what it works on. */
export async function stepCases(root: string, core: Core): Promise<readonly Case[]> {
  const translation = await loadPackage<Translation>(root, "core", "translation");
  return [
    ...pairs.map(([format]) => validationCase(core, format)),
    ...pairs.flatMap(([from, to]) => translationCases(translation, from, to)),
    keyCase(core),
    ledgerCase(core),
  ];
}

/** One step; the reference parses `json`. */
function step(title: string, json: string, own: () => unknown, operations = 1): Case {
  const bare = () => {
    for (let index = 0; index < operations; index++) JSON.parse(json);
  };
  return { section: "single steps", title, reference: "JSON.parse", own, bare, operations };
}

function validationCase(core: Core, caller: Format): Case {
  const text = requestBody(caller, false);
  const bytes = new TextEncoder().encode(text);
  const definition = caller === "chat" ? core.chatCompletionsFormat : core.messagesFormat;
  const format = definition.create({ sizeLimits: largest });
  const head = format.readHead(new Headers({ "anthropic-version": "2023-06-01" }));
  const body = JSON.parse(text);
  return step(`validate a body of ${caller}`, text, () => format.parseRequest(body, head, bytes));
}

const largest = {
  bodyBytes: 1e9,
  uploadBytes: 1e9,
  jsonDepth: 128,
  jsonValues: 1e6,
  objectMembers: 1e4,
  messages: 1e4,
  blocks: 1e4,
  totalBlocks: 1e5,
  tools: 1e4,
  stopSequences: 1e3,
  eventCharacters: 1e8,
  replyCharacters: 1e8,
  replyBlocks: 1e8,
};

function translationCases(translation: Translation, from: Format, to: Format): readonly Case[] {
  const { translateRequest, translateResponse, createStreamTranslator } = translation;
  const [source, target] = [names[from], names[to]];
  const text = requestBody(from, false);
  const reply = wholeReply(from);
  const [body, answer] = [JSON.parse(text), JSON.parse(reply)];
  const stream = streamReply(from, deltas);
  const [delta = ""] = stream.deltas;
  const block = stream.deltas.join("");
  const pushBlock = () => {
    const translator = createStreamTranslator(source, target);
    translator.push(stream.head);
    return translator.push(block);
  };
  return [
    step(`translate a request, ${from} → ${to}`, text, () =>
      translateRequest(source, target, body),
    ),
    step(`translate a reply, ${from} → ${to}`, reply, () =>
      translateResponse(source, target, answer),
    ),
    step(`translate a delta, ${from} → ${to}`, delta.slice(delta.indexOf("{")), pushBlock, deltas),
  ];
}

function keyCase(core: Core): Case {
  const keys = core.createMemoryKeys([{ key }]);
  const { signal } = new AbortController();
  const find = () => keys.find({ secret: key, signal });
  return step("find a key, in memory", requestBody("chat", false), find);
}

function ledgerCase(core: Core): Case {
  const ledger = core.createMemoryLedger();
  let attempts = 0;
  const pair = async () => {
    const attemptId = `att_${attempts++}`;
    await ledger.reserve(reservationOf(attemptId), 60_000);
    await ledger.settle(settlementOf(core, attemptId));
  };
  return step("reserve and settle, in memory", requestBody("chat", false), pair);
}
