import type { KeyRecord } from "../accounts/keys/keys.js";
import { readSessionHeader } from "../formats/session-id.js";
import { readJsonBody } from "../http/read-body.js";
import { chooseModel } from "./authenticate.js";
import { beginCall, type Call, type Place, type Routed, type ValidRequest } from "./call.js";
import { checkSupport } from "./check-support.js";
import { readIdempotencyKey } from "./idempotency/claim-key.js";
import { observeBody, showConversation } from "./observe.js";
import { unknownPath } from "./operations/unknown-path.js";
import { readOtherBody } from "./read-other-body.js";
import { resolve } from "./resolve.js";

/**
 * Reads a request for a reply, and begins its call. The place of a request that is refused is given back.
 * @throws ServiceError `bad_request` naming the first field at fault; `unknown_model`; those of the body
 */
export async function readCall(routed: Routed, key: KeyRecord, place: Place): Promise<Call> {
  try {
    const idempotencyKey = readIdempotencyKey(routed.exchange.headers);
    const valid = await readRequest(routed, key, "parseRequest");
    return beginCall(routed, valid, place, idempotencyKey);
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** Reads and validates what a caller asks of a model. */
export async function readRequest(
  routed: Routed,
  key: KeyRecord,
  parse: "parseRequest" | "parseCountTokens",
): Promise<ValidRequest> {
  const { settings, exchange, format } = routed;
  const head = format.readHead(exchange.headers);
  const { value, bytes, isExact, shown } = await (format.bodyReader
    ? readOtherBody(routed, format.bodyReader)
    : readJsonBody(exchange, settings));
  observeBody(routed, value, shown ?? bytes);
  const request = format[parse]?.(value, head, isExact ? undefined : bytes);
  if (!request) throw unknownPath(exchange, format, settings);
  const sessionId = readSessionHeader(exchange.headers) ?? request.sessionId;
  routed.events?.facts.noteAsked(request, sessionId);
  const parsed = { request, bytes, isExact };
  // What a format does not have costs no promise.
  const resolved = format.resolve ? await resolve(routed, key, parsed) : parsed;
  showConversation(routed, resolved.request);
  const model = chooseModel(routed, key, request.model);
  const valid = { key, head, model, sessionId, ...resolved };
  const checking = checkSupport(routed, valid);
  if (checking) await checking;
  return valid;
}
