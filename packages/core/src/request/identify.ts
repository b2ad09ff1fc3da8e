import { type Identity, toKeyRecord } from "../accounts/keys/host-authentication.js";
import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Exchange } from "../http/exchange.js";
import type { Settings } from "../options.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";

/**
 * The caller of an exchange, if the host knows it.
 * @throws ServiceError of the host, or `store_unavailable` if it fails or takes too long; TypeError for
 * an invalid identity
 */
export function identify(
  settings: Pick<Settings, "authenticate" | "clock" | "ledgerTimes">,
  { method, target, headers, signal, host = [] }: Exchange,
): MaybePromise<KeyRecord | undefined> {
  const { authenticate } = settings;
  if (!authenticate) return undefined;
  const identity = askStore(settings, "authenticate function", () =>
    authenticate({ method, target, headers, signal, host }),
  );
  return isPromise(identity) ? identity.then(toRecord) : toRecord(identity);
}

function toRecord(identity: Identity | undefined): KeyRecord | undefined {
  return identity === undefined ? undefined : toKeyRecord(identity);
}
