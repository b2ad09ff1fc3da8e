import type { Exchange } from "../../http/exchange.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { anything } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { validId, validLimits, validModels } from "./check-key.js";
import type { KeyRecord } from "./keys.js";

/** A request as `authenticate` sees it, before its body is read. */
export interface HostRequest extends Pick<Exchange, "method" | "target" | "headers" | "signal"> {
  /**
   * What the host has passed to its handler: the request and the response of Node or Express; the Web
   * `Request` and what the runtime passes with it, such as `env` and `ctx` of Workers.
   */
  readonly host: readonly unknown[];
}

/** A caller that the host has identified. Every member but the id has a default. */
export interface Identity extends Partial<Omit<KeyRecord, "id">> {
  /** Stands in reports and rows where the id of a key stands; safe to log. */
  readonly id: string;
}

/**
 * Identifies a caller as the host does: by cookie, token or client certificate. Called once for each
 * exchange that needs a caller, before its body is read and before `keys` are asked. `undefined`: it
 * does not know the caller; `keys` are asked next, and without them the caller gets a 401.
 *
 * It must change nothing: it is called before the origin of the request is checked. A rejection, and
 * an answer that takes longer than `ledgerTimes.reserve`, answer 503, and the caller is never let in;
 * a `ServiceError` answers what it says.
 */
export type Authenticate = (request: HostRequest) => MaybePromise<Identity | undefined>;

/** Every request of a caller that the host identifies asks for it. */
const validIdentity = /* @__PURE__ */ members<Identity>({
  id: { required: validId },
  accountId: validId,
  models: validModels,
  limits: validLimits,
  accountLimits: validLimits,
  attached: anything,
});

/**
 * What the host knows of a caller, complete. A mistake must not let a caller in on another account, or
 * without its limits.
 * @throws TypeError for an invalid identity
 */
export function toKeyRecord(identity: Identity): KeyRecord {
  checkOptions("authenticate", identity, validIdentity, "identity");
  const { id, accountId = id, models = "all", limits, accountLimits, attached } = identity;
  return { id, accountId, models, limits, accountLimits, attached };
}
