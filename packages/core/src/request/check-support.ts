import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { runSteps } from "../runtime/run-steps.js";
import type { Routed, ValidRequest } from "./call.js";

/**
 * Refuses what the model does not support, unless it does that itself. The conversation, which such a
 * model needs in any case, is read before.
 * @throws ServiceError `bad_request`
 */
export function checkSupport(
  { settings, format }: Routed,
  { request, model, bytes }: ValidRequest,
): MaybePromise<void> {
  if (model.validatesOwnRequests) return;
  const check = () => format.checkSupport(request, model);
  const conversation = runSteps(request.readConversation(), bytes, settings.clock);
  return isPromise(conversation) ? conversation.then(check) : check();
}
