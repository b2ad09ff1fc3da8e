import type { Answer, ByteSource, KeepContext } from "@diglot/core";
import { isObject, type MaybePromise, parseJson } from "@diglot/core/formats";
import { createParser } from "eventsource-parser";
import type { InputItem } from "../schemas/items.js";
import type { FormatSettings } from "../settings.js";
import { continuedOf, isStored, requestOf } from "../wire/request-of.js";
import { memoryOf } from "./connection.js";
import { type StoredResponse, toDocuments } from "./documents.js";
import { toItems } from "./resolve.js";

/** Keeps a response, if it is one from which a request can go on. */
type Keep = (response: unknown) => MaybePromise<void>;

/** The events that end a reply from which a request can go on. */
const ends: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete"]);

/**
 * Keeps what an answer says, in the store and in the memory of its connection, before its end goes out: the
 * next request can continue it at once. A reply that has failed is not kept.
 */
export function keepAnswer(
  answer: Answer,
  context: KeepContext,
  settings: FormatSettings,
): MaybePromise<Answer> {
  const { body, status } = answer;
  if (status !== 200 || body === undefined || !keepsAny(context, settings)) return answer;
  const keep: Keep = (response) =>
    isWhole(response) ? keepResponse(response, context, settings) : undefined;
  if (body instanceof Uint8Array) return keepJson(answer, body, keep);
  return { ...answer, body: keepStream(body, keep) };
}

function keepsAny({ request, exchange }: KeepContext, settings: FormatSettings): boolean {
  return isStored(request, settings) || memoryOf(exchange) !== undefined;
}

function isWhole(response: unknown): response is StoredResponse {
  if (!isObject(response)) return false;
  const { id, status, output } = response;
  const isEnd = status === "completed" || status === "incomplete";
  return isEnd && typeof id === "string" && Array.isArray(output);
}

async function keepResponse(
  response: StoredResponse,
  context: KeepContext,
  settings: FormatSettings,
): Promise<void> {
  const { request, accountId, exchange, keep } = context;
  const { id, output } = response;
  const { chain, kept } = continuedOf(request) ?? nothingBefore;
  const items = toItems(requestOf(request).input);
  const all = [...items, ...output];
  const { store, retention } = settings;
  if (!store || !isStored(request, settings)) {
    memoryOf(exchange)?.remember({ id, items: all, chain, kept });
    return;
  }
  memoryOf(exchange)?.remember({ id, items: all, chain: [...chain, id], kept: all.length });
  const input = items.slice(kept).map((item) => withId(item, context));
  const documents = toDocuments({ response, input, chain });
  await keep(() => store.write(accountId, documents, retention));
}

const nothingBefore = { chain: [], kept: 0 } as const;

/** The prefixes of the ids of items, by type; those of all others are the same. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ["message", "msg_"],
  ["reasoning", "rs_"],
  ["function_call", "fc_"],
  ["function_call_output", "fco_"],
  ["custom_tool_call", "ctc_"],
  ["custom_tool_call_output", "ctco_"],
]);

/** Every item has an id by which it is listed. */
function withId(item: InputItem, { ids }: KeepContext): InputItem {
  const type = item.type ?? "message";
  return { ...item, type, id: item.id ?? ids.create(prefixes.get(type) ?? "item_", 48) };
}

async function keepJson(answer: Answer, body: Uint8Array, keep: Keep): Promise<Answer> {
  await keep(parseJson(new TextDecoder().decode(body)));
  return answer;
}

/** Passes on a stream, and holds its end back until the response in it is kept. */
function keepStream(body: ByteSource, keep: Keep): ByteSource {
  const decoder = new TextDecoder();
  let found: unknown;
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== undefined && !ends.has(event)) return;
      const value = parseJson(data);
      if (isObject(value) && ends.has(value.type)) found = value.response;
    },
  });
  return {
    async read() {
      const block = await body.read();
      if (!block) return block;
      parser.feed(decoder.decode(block, { stream: true }));
      if (found !== undefined) await keep(found);
      found = undefined;
      return block;
    },
    cancel: (reason) => body.cancel(reason),
  };
}
