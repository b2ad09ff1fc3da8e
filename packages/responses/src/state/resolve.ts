import type { RequestText, ResolveContext } from "@diglot/core";
import type { MaybePromise } from "@diglot/core/formats";
import { toParsedRequest } from "../read-request/body.js";
import type { InputItem } from "../schemas/items.js";
import type { ResponsesRequest } from "../schemas/request.js";
import type { FormatSettings } from "../settings.js";
import { findListFault } from "../validate/input.js";
import { refuseItem, refusePrevious } from "../validate/problem.js";
import { type Continued, requestOf } from "../wire/request-of.js";
import { memoryOf } from "./connection.js";
import {
  itemsOf,
  readEarlierItems,
  readItems,
  readReplies,
  type StoredReply,
} from "./documents.js";
import { insertItems } from "./insert-items.js";

/** Where earlier replies are looked up. */
interface Search extends ResolveContext {
  readonly settings: FormatSettings;
}

/**
 * Puts the items of an earlier reply before those of the request, and items in the place of references to
 * them. What does not exist, belongs to another account or is not kept is refused in the vendor's words.
 * @throws ServiceError `bad_request` or `unknown_path`
 */
export function resolveRequest(
  parsed: RequestText,
  context: ResolveContext,
  settings: FormatSettings,
): MaybePromise<RequestText> {
  const request = requestOf(parsed.request);
  const references = referencesOf(request.input);
  if (request.previous_response_id == null && references.size === 0) return parsed;
  return putInPlace(parsed, references, { ...context, settings });
}

async function putInPlace(
  parsed: RequestText,
  references: ReadonlyMap<number, string>,
  search: Search,
): Promise<RequestText> {
  const request = requestOf(parsed.request);
  const found = await findPrevious(request.previous_response_id, search);
  const replaced = await findItems(references, search);
  const own = toItems(request.input).map((item, index) => replaced.get(index) ?? item);
  const input = [...(found?.earlier ?? []), ...own];
  const fault = findListFault(input, search.settings);
  if (fault) throw fault;
  const whole = { ...request, input, previous_response_id: null };
  return {
    request: toParsedRequest(whole, found?.continued),
    bytes: insertItems(parsed.bytes, { earlier: found?.earlier, replaced }),
    isExact: parsed.isExact,
  };
}

/** The reply that a request continues, with all items up to its end. */
interface Previous {
  readonly continued: Continued;
  readonly earlier: readonly InputItem[];
}

async function findPrevious(
  id: string | null | undefined,
  search: Search,
): Promise<Previous | undefined> {
  if (id == null) return undefined;
  const recalled = memoryOf(search.exchange)?.recall(id);
  if (recalled) {
    const { items: earlier, chain, kept } = recalled;
    return { continued: { id, items: earlier.length, chain, kept }, earlier };
  }
  const last = (await askReplies([id], search)).get(id);
  if (!last) throw refusePrevious(id);
  const before = await readEarlierItems(last, (ids) => askReplies(ids, search), refusePrevious);
  const earlier = [...before, ...itemsOf(last)];
  const chain = [...last.chain, id];
  return { continued: { id, items: earlier.length, chain, kept: earlier.length }, earlier };
}

async function askReplies(
  ids: readonly string[],
  { accountId, ask, settings: { store } }: Search,
): Promise<ReadonlyMap<string, StoredReply>> {
  return store && ids.length > 0 ? ask(() => readReplies(store, accountId, ids)) : new Map();
}

/** The items that are referred to, by the index of the reference. */
async function findItems(
  references: ReadonlyMap<number, string>,
  { accountId, ask, settings: { store } }: Search,
): Promise<ReadonlyMap<number, InputItem>> {
  const ids = [...new Set(references.values())];
  const items: ReadonlyMap<string, InputItem> =
    store && ids.length > 0 ? await ask(() => readItems(store, accountId, ids)) : new Map();
  return new Map(
    [...references].map(([index, id]) => {
      const item = items.get(id);
      if (!item) throw refuseItem(id, store !== undefined);
      return [index, item];
    }),
  );
}

/** The items of an input; a text is one message of the user. */
export function toItems(input: ResponsesRequest["input"]): readonly InputItem[] {
  if (typeof input !== "string") return input;
  return input === "" ? [] : [{ type: "message", role: "user", content: input }];
}

/** The ids that items refer to, by the index of the item. */
function referencesOf(input: ResponsesRequest["input"]): ReadonlyMap<number, string> {
  const references = new Map<number, string>();
  if (typeof input === "string") return references;
  for (const [index, { type, id }] of input.entries()) {
    if (type === "item_reference") references.set(index, id ?? "");
  }
  return references;
}
