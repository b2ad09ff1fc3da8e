import type { Answer, Endpoint, EndpointRequest } from "@diglot/core";
import {
  createJsonAnswer,
  type MaybePromise,
  refuse,
  ServiceError,
  storeUnavailable,
} from "@diglot/core/formats";
import type { FormatSettings } from "../settings.js";
import { refuseUnfoundResponse } from "../validate/problem.js";
import { documentIdsOf, readEarlierItems, readReplies, type StoredReply } from "./documents.js";
import { listItems } from "./list-items.js";

/** What an account can do with a reply that is kept. */
export function createEndpoints(path: string, settings: FormatSettings): readonly Endpoint[] {
  const one = `${path}/:id`;
  return [
    { path: one, method: "GET", answer: (request) => readOne(request, settings) },
    { path: one, method: "DELETE", answer: (request) => deleteOne(request, settings) },
    {
      path: `${one}/input_items`,
      method: "GET",
      answer: (request) => listInput(request, settings),
    },
    { path: `${one}/cancel`, method: "POST", answer: (request) => cancel(request, settings) },
  ];
}

/** A reply of the caller's account. @throws ServiceError `unauthenticated`, `unknown_path` */
async function findReply(
  request: EndpointRequest,
  settings: FormatSettings,
): Promise<{ readonly accountId: string; readonly reply: StoredReply }> {
  const { accountId } = await request.authenticate();
  const id = request.parameters.id ?? "";
  const reply = (await askReplies(accountId, [id], settings)).get(id);
  if (!reply) throw refuseUnfoundResponse(id);
  return { accountId, reply };
}

async function askReplies(
  accountId: string,
  ids: readonly string[],
  { store }: FormatSettings,
): Promise<ReadonlyMap<string, StoredReply>> {
  return store ? askStore(() => readReplies(store, accountId, ids)) : new Map();
}

async function askStore<T>(ask: () => MaybePromise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw ServiceError.is(error) ? error : storeUnavailable(error);
  }
}

async function readOne(request: EndpointRequest, settings: FormatSettings): Promise<Answer> {
  const { reply } = await findReply(request, settings);
  if (queryOf(request).get("stream") === "true") {
    throw refuse("Only a response that runs in the background can be streamed later.", "stream");
  }
  return createJsonAnswer(200, [], reply.response);
}

async function deleteOne(request: EndpointRequest, settings: FormatSettings): Promise<Answer> {
  const { accountId, reply } = await findReply(request, settings);
  const { response } = reply;
  await askStore(async () => settings.store?.delete(accountId, documentIdsOf(response)));
  return createJsonAnswer(200, [], { id: response.id, object: "response", deleted: true });
}

/** Nothing runs in the background, so every response that is kept has ended. */
async function cancel(request: EndpointRequest, settings: FormatSettings): Promise<Answer> {
  await findReply(request, settings);
  throw refuse("Cannot cancel a synchronous response.");
}

async function listInput(request: EndpointRequest, settings: FormatSettings): Promise<Answer> {
  const { accountId, reply } = await findReply(request, settings);
  const read = (ids: readonly string[]) => askReplies(accountId, ids, settings);
  const earlier = await readEarlierItems(reply, read, refuseUnfoundResponse);
  return createJsonAnswer(200, [], listItems([...earlier, ...reply.input], queryOf(request)));
}

function queryOf({ exchange }: EndpointRequest): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(exchange.target)?.[1] ?? "");
}
