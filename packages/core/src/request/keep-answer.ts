import { reportStoreFailure } from "../events/report-failure.js";
import type { Answer } from "../http/exchange.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Call } from "./call.js";

/** Lets the format keep what the answer says. A store that fails is reported, and the answer goes on. */
export function keepAnswer(call: Call, answer: Answer): MaybePromise<Answer> {
  const { settings, exchange, format, request, key } = call;
  const kept = format.keepAnswer?.(answer, {
    request,
    accountId: key.accountId,
    exchange,
    ids: settings.ids,
    async keep(work) {
      try {
        await askStore(settings, "documents", work);
      } catch (error) {
        reportStoreFailure(call, "documents", error);
      }
    },
  });
  return kept ?? answer;
}
