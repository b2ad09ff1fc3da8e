import type { DocumentStore, StoredDocument } from "@diglot/core";
import { isObject, parseJson, type ServiceError } from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";

/** A reply as it is kept, with what is needed to go on from it. */
export interface StoredReply {
  /** The response object, as its caller got it. */
  readonly response: StoredResponse;
  /** The items of its own request, without those of the replies that it continues. */
  readonly input: readonly InputItem[];
  /** The ids of the replies that it continues, the oldest first. */
  readonly chain: readonly string[];
}

/** What is known of every response object that is kept. */
export interface StoredResponse {
  readonly id: string;
  readonly output: readonly InputItem[];
  readonly [member: string]: unknown;
}

/**
 * The documents of a reply: the reply itself, and one for each item of its output that has an id, which
 * says where the item is. So an item is gone with its reply, and nothing is kept twice.
 */
export function toDocuments(reply: StoredReply): readonly StoredDocument[] {
  const { id } = reply.response;
  const text = JSON.stringify({ in: id });
  const [, ...itemIds] = documentIdsOf(reply.response);
  return [{ id, text: JSON.stringify(reply) }, ...itemIds.map((itemId) => ({ id: itemId, text }))];
}

/** The ids of the documents of a reply; its own is the first. */
export function documentIdsOf({ id, output }: StoredResponse): readonly string[] {
  return [id, ...output.flatMap((item) => item.id || [])];
}

/** Replies by their ids, those that exist. */
export async function readReplies(
  store: DocumentStore,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredReply>> {
  const replies = new Map<string, StoredReply>();
  if (ids.length === 0) return replies;
  for (const [id, text] of await store.read(accountId, ids)) {
    const value = parseJson(text);
    if (isReply(value)) replies.set(id, value);
  }
  return replies;
}

/**
 * The items of the replies that a reply continues, the oldest first.
 * @param refuse called with the id of one that was deleted or has expired: what is left is another conversation
 */
export async function readEarlierItems(
  { chain }: StoredReply,
  read: (ids: readonly string[]) => PromiseLike<ReadonlyMap<string, StoredReply>>,
  refuse: (id: string) => ServiceError,
): Promise<readonly InputItem[]> {
  const replies = await read(chain);
  return chain.flatMap((id) => {
    const reply = replies.get(id);
    if (!reply) throw refuse(id);
    return itemsOf(reply);
  });
}

/** The items of a reply's own request, and its output. */
export function itemsOf({ input, response }: StoredReply): readonly InputItem[] {
  return [...input, ...response.output];
}

/** Items of earlier replies by their ids, those that exist. */
export async function readItems(
  store: DocumentStore,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InputItem>> {
  const items = new Map<string, InputItem>();
  const places = new Map<string, string>();
  for (const [id, text] of await store.read(accountId, ids)) {
    const value = parseJson(text);
    if (isObject(value) && typeof value.in === "string") places.set(id, value.in);
  }
  const replies = await readReplies(store, accountId, [...new Set(places.values())]);
  for (const [id, place] of places) {
    const item = replies.get(place)?.response.output.find((each) => each.id === id);
    if (item) items.set(id, item);
  }
  return items;
}

function isReply(value: unknown): value is StoredReply {
  return isObject(value) && isObject(value.response) && Array.isArray(value.input);
}
