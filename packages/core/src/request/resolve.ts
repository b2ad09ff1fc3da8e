import type { KeyRecord } from "../accounts/keys/keys.js";
import type { RequestText } from "../formats/format.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Routed } from "./call.js";

/**
 * A request with all that it refers to in its place.
 * @throws ServiceError `bad_request` or `unknown_path` naming what does not exist; `store_unavailable`
 */
export function resolve(
  { settings, exchange, format }: Routed,
  { accountId }: KeyRecord,
  parsed: RequestText,
): MaybePromise<RequestText> {
  const resolved = format.resolve?.(parsed, {
    accountId,
    exchange,
    ask: (question) => askStore(settings, "documents", question),
  });
  return resolved ?? parsed;
}
