import { type Clock, systemClock } from "../../runtime/clock.js";
import { checkId, checkKeyLimit, checkNewKey, checkOverlap, checkRateLimits } from "./check-key.js";
import { issueKey, isValidKey, keyIdConflict, keySecretConflict } from "./issue-key.js";
import type { KeyPage, KeyQuery, KeyStore, NewKey, StoredKey } from "./key-store.js";
import type { KeyRecord, RateLimits } from "./keys.js";
import { createSecret, hashSecret, prefixOf } from "./secrets.js";

/** One of the keys with which the in-memory store starts. */
export interface MemoryKey extends Pick<NewKey, "models" | "limits" | "expiresAt"> {
  /** The secret that callers present, at least 8 characters; stored as its hash until it is first used. */
  readonly key: string;
  /** Public id; safe to log. @default "key-1", "key-2", … in the order given */
  readonly id?: string | undefined;
  /** @default the id */
  readonly accountId?: string | undefined;
  /** Limits that all keys of the account share; if several keys set them, the last one counts. */
  readonly accountLimits?: RateLimits | undefined;
}

/** Options of the in-memory keys. */
export interface MemoryKeysOptions {
  readonly clock?: Clock | undefined;
}

/** A key and what `find` returns for it. */
interface Holder {
  key: StoredKey;
  record: KeyRecord;
}

/** One of the secrets of a key. */
interface HeldSecret {
  readonly holder: Holder;
  /** Until when it is valid, if a newer one has taken its place. */
  validUntil: number;
}

/**
 * Keys in memory; they end with the process. A presented secret is hashed with SHA-256 and the hash
 * is looked up, so the time of a miss does not reveal how near it was. A secret that was found is
 * remembered, because hashing through the Web API costs more than the rest of a small request; it is
 * forgotten when its key is revoked, rotated or found to have expired. Changes take effect at once.
 * @throws TypeError for an invalid key, or for an id or a secret that occurs twice
 */
export function createMemoryKeys(
  keys: readonly MemoryKey[],
  { clock = systemClock }: MemoryKeysOptions = {},
): KeyStore {
  const limitsOf = new Map<string, RateLimits>();
  /** By id, the oldest first. No key ever leaves it, so that a place in it is a cursor. */
  const holders = new Map<string, Holder>();
  const byHash = new Map<string, HeldSecret>();
  const found = new Map<string, HeldSecret>();

  function add(key: StoredKey): Holder {
    if (holders.has(key.id)) throw keyIdConflict(key.id);
    const holder = toHolder(key, limitsOf.get(key.accountId));
    holders.set(key.id, holder);
    return holder;
  }

  function replace(holder: Holder, change: Partial<StoredKey>): StoredKey {
    Object.assign(
      holder,
      toHolder({ ...holder.key, ...change }, limitsOf.get(holder.key.accountId)),
    );
    for (const [secret, held] of found) if (held.holder === holder) found.delete(secret);
    return holder.key;
  }

  async function hold(secret: string, holder: Holder): Promise<void> {
    byHash.set(await hashSecret(secret), { holder, validUntil: Number.POSITIVE_INFINITY });
  }

  checkSecrets(keys);
  const initial = keys.map((key, index) => toStoredKey(key, index, clock.now()));
  for (const { accountId, accountLimits } of initial) {
    if (accountLimits) limitsOf.set(accountId, accountLimits);
  }
  const ready = Promise.all(
    initial.map(({ secret, accountLimits: _, ...key }) => hold(secret, add(key))),
  );

  async function lookUp(secret: string): Promise<HeldSecret | undefined> {
    const [hash] = await Promise.all([hashSecret(secret), ready]);
    return byHash.get(hash);
  }

  return {
    async find({ secret }) {
      const held = found.get(secret) ?? (await lookUp(secret));
      if (!held) return undefined;
      const now = clock.now();
      if (now >= held.validUntil || !isValidKey(held.holder.key, now)) {
        found.delete(secret);
        return undefined;
      }
      found.set(secret, held);
      return held.holder.record;
    },
    async issue(key) {
      const issued = issueKey(key, clock.now());
      const [hash] = await Promise.all([hashSecret(issued.secret), ready]);
      if (byHash.has(hash)) throw keySecretConflict();
      const holder = add(issued.key);
      byHash.set(hash, { holder, validUntil: Number.POSITIVE_INFINITY });
      return { key: holder.key, secret: issued.secret };
    },
    async get(id) {
      return holders.get(id)?.key;
    },
    async list(query) {
      return pageOf([...holders.values()], query);
    },
    async rotate(id, overlap) {
      checkOverlap(overlap);
      const secret = createSecret();
      const [hash] = await Promise.all([hashSecret(secret), ready]);
      const holder = holders.get(id);
      const now = clock.now();
      if (!holder || !isValidKey(holder.key, now)) return undefined;
      for (const held of byHash.values()) {
        if (held.holder === holder) held.validUntil = Math.min(held.validUntil, now + overlap);
      }
      byHash.set(hash, { holder, validUntil: Number.POSITIVE_INFINITY });
      return { key: replace(holder, { prefix: prefixOf(secret) }), secret };
    },
    async revoke(id) {
      const holder = holders.get(id);
      if (!holder || holder.key.revokedAt !== undefined) return holder?.key;
      return replace(holder, { revokedAt: clock.now() });
    },
    async limitAccount(accountId, limits) {
      checkId("accountId", accountId);
      checkRateLimits(limits);
      if (limits) limitsOf.set(accountId, limits);
      else limitsOf.delete(accountId);
      for (const holder of holders.values()) {
        if (holder.key.accountId === accountId) replace(holder, {});
      }
    },
  };
}

function toHolder(key: StoredKey, accountLimits: RateLimits | undefined): Holder {
  const { id, accountId, models, limits } = key;
  const record = { id, accountId, models, limits, accountLimits };
  return { key: { ...key, accountLimits }, record };
}

/** A key of the options, complete. */
function toStoredKey(
  { key: secret, id, accountId, models = "all", limits, expiresAt, accountLimits }: MemoryKey,
  index: number,
  now: number,
): StoredKey & { readonly secret: string } {
  const ownId = id ?? `key-${index + 1}`;
  const key = { id: ownId, accountId: accountId ?? ownId, models, limits, expiresAt };
  checkNewKey(key);
  checkRateLimits(accountLimits);
  return { ...key, prefix: prefixOf(secret), createdAt: now, accountLimits, secret };
}

/** Unlike issued keys, the keys of the options may have secrets of any characters. */
function checkSecrets(keys: readonly MemoryKey[]): void {
  for (const { key } of keys) {
    if (typeof key !== "string" || key.length < 8) {
      throw new TypeError("A key must be a string of at least 8 characters.");
    }
  }
  if (new Set(keys.map(({ key }) => key)).size < keys.length) throw keySecretConflict();
}

/** @throws TypeError for an invalid limit or cursor */
function pageOf(
  holders: readonly Holder[],
  { accountId, after = "0", limit }: KeyQuery = {},
): KeyPage {
  const most = checkKeyLimit(limit);
  if (!/^\d{1,15}$/.test(after)) throw new TypeError("after must be `next` of the previous page.");
  const asked = holders
    .map(({ key }, place) => ({ key, place }))
    .slice(Number(after))
    .filter(({ key }) => accountId === undefined || key.accountId === accountId);
  const keys = asked.slice(0, most).map(({ key }) => key);
  const following = asked[most];
  return following ? { keys, next: String(following.place) } : { keys };
}
