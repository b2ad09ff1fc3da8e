import type {
  IdempotencyClaim,
  IdempotencyState,
  IdempotencyStore,
} from "../../accounts/idempotency/idempotency.js";
import { hashBytes } from "../../accounts/keys/sha256.js";
import { ServiceError } from "../../errors/service-error.js";
import { reportStoreFailure } from "../../events/report-failure.js";
import type { HeaderLookup } from "../../http/exchange.js";
import { askStore } from "../ask-store.js";
import type { Call } from "../call.js";

/** The idempotency key of a request, if it has one. @throws ServiceError `bad_request` for an invalid key */
export function readIdempotencyKey(headers: HeaderLookup): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[!-~]{1,255}$/.test(key)) return key;
  throw new ServiceError({
    kind: "bad_request",
    message: "idempotency-key: must be 1 to 255 visible ASCII characters.",
  });
}

/** Milliseconds that a run may need beyond its timeouts until its answer is stored. */
const leaseMargin = 60_000;

/**
 * Claims the key of a call, or returns the state of an earlier claim. The key belongs to the
 * account and stands for these bytes on this endpoint.
 * @throws ServiceError of the store, or `store_unavailable` if it failed otherwise or took too long
 */
export async function claimKey(call: Call, key: string): Promise<IdempotencyState> {
  const { idempotencyRetention, timeouts, drain } = call.settings;
  const lease = timeouts.total + drain.milliseconds + leaseMargin;
  const claim: IdempotencyClaim = {
    scope: call.key.accountId,
    key,
    fingerprint: await toFingerprint(call),
    lease,
    // The key of a running request must be kept for as long as the request may run.
    retention: Math.max(idempotencyRetention, lease),
  };
  const claimed = start(call, claim);
  try {
    return await askStore(call.settings, "idempotency keys", () => claimed);
  } catch (error) {
    claimed.then((late) => giveUp(call, claim, late)).catch(() => undefined);
    throw error;
  }
}

async function start({ settings }: Call, claim: IdempotencyClaim): Promise<IdempotencyState> {
  return settings.idempotency.claim(claim);
}

/** A claim that succeeds too late is abandoned, and its key is released. */
function giveUp(call: Call, { scope, key }: IdempotencyClaim, { name }: IdempotencyState): void {
  if (name === "new") updateStore(call, (store) => store.forget(scope, key));
}

/** Equal only for the same request to the same endpoint. */
function toFingerprint({ format, request, bytes: body }: Call): Promise<string> {
  const bytes = request.fingerprint?.() ?? body;
  const endpoint = new TextEncoder().encode(`${format.name} ${format.path}\n`);
  const all = new Uint8Array(endpoint.length + bytes.length);
  all.set(endpoint);
  all.set(bytes, endpoint.length);
  return hashBytes(all);
}

/**
 * Writes the outcome of a key to the store. No answer waits for it. If it fails, the key stays
 * claimed, and is lost when its lease ends.
 */
export function updateStore(call: Call, write: (store: IdempotencyStore) => Promise<void>): void {
  const { settings, run } = call;
  const written = async () => write(settings.idempotency);
  run.track(
    written().catch((error: unknown) => {
      reportStoreFailure(call, "idempotency", error);
    }),
  );
}
