import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Exchange } from "../http/exchange.js";
import type { Settings } from "../options.js";
import { askStore } from "./ask-store.js";
import { toKeyRecord } from "./host-authentication.js";

/**
 * The caller of an exchange, if the host knows it.
 * @throws ServiceError of the host, or `store_unavailable` if it fails or takes too long; TypeError for
 * an invalid identity
 */
export async function identify(
  settings: Pick<Settings, "authenticate" | "clock" | "ledgerTimes">,
  { method, target, headers, signal, host = [] }: Exchange,
): Promise<KeyRecord | undefined> {
  const { authenticate } = settings;
  if (!authenticate) return undefined;
  const identity = await askStore(settings, "authenticate function", async () =>
    authenticate({ method, target, headers, signal, host }),
  );
  return identity === undefined ? undefined : toKeyRecord(identity);
}
