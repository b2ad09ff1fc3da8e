import { runSteps } from "../runtime/run-steps.js";
import type { Routed, ValidRequest } from "./call.js";

/**
 * Refuses what the model does not support, unless it does that itself. The conversation, which such a
 * model needs in any case, is read before.
 * @throws ServiceError `bad_request`
 */
export async function checkSupport(
  { settings, format }: Routed,
  { request, model, bytes }: ValidRequest,
): Promise<void> {
  if (model.validatesOwnRequests) return;
  await runSteps(request.readConversation(), bytes, settings.clock);
  format.checkSupport(request, model);
}
