import { type Clock, systemClock } from "../../runtime/clock.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { type Check, deferred, isHidden } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { listOf, members } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { isString } from "../../validation/values.js";
import { selectAccounts } from "../account-list.js";
import { changeKey } from "./change-key.js";
import {
  checkId,
  checkKeyChange,
  checkKeyLimit,
  checkOverlap,
  checkRateLimits,
  keyChecks,
  validLimits,
} from "./check-key.js";
import { issueKey, isValidKey, keyIdConflict, keySecretConflict } from "./issue-key.js";
import type {
  IssuedKey,
  KeyChange,
  KeyPage,
  KeyQuery,
  KeyStore,
  NewKey,
  StoredKey,
} from "./key-store.js";
import type { KeyRecord, RateLimits } from "./keys.js";
import { createSecret, hashSecret, prefixOf } from "./secrets.js";

/** One of the keys with which the in-memory store starts. */
export interface MemoryKey extends Pick<NewKey, "models" | "limits" | "expiresAt"> {
  /**
   * The secret that callers present, at least 8 characters. The store holds its hash, and the secret itself only
   * after its first use, so that it is not hashed again.
   */
  readonly key: string;
  /** The public id of the key; safe to log. @default "key-1", "key-2", … in the order given */
  readonly id?: string | undefined;
  /** The account that pays. @default the id */
  readonly accountId?: string | undefined;
  /** Limits that all keys of the account share; if several keys set them, the last one counts. */
  readonly accountLimits?: RateLimits | undefined;
}

/** Options of the in-memory keys. */
export interface MemoryKeysOptions {
  /** The source of time. @default the clock of the system */
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

/** Everything that the store remembers. */
interface KeyMemory {
  readonly clock: Clock;
  /** The limits that accounts have of their own. */
  readonly limitsOf: Map<string, RateLimits>;
  /** By id, the oldest first. No key ever leaves it, so that a place in it is a cursor. */
  readonly holders: Map<string, Holder>;
  readonly byHash: Map<string, HeldSecret>;
  /** The secrets that were found, so that they need not be hashed again. */
  readonly found: Map<string, HeldSecret>;
  /** Resolves when the secrets of the options are hashed. */
  ready: Promise<unknown>;
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
  options: MemoryKeysOptions = {},
): KeyStore {
  checkOptions("createMemoryKeys", keys, validList, "keys");
  checkOptions("createMemoryKeys", options, validOptions);
  if (new Set(keys.map(({ key }) => key)).size < keys.length) throw keySecretConflict();
  const { clock = systemClock } = options;
  const memory: KeyMemory = {
    clock,
    limitsOf: new Map(),
    holders: new Map(),
    byHash: new Map(),
    found: new Map(),
    ready: Promise.resolve(),
  };
  addInitial(memory, keys);
  return {
    given: [...memory.holders.values()].map(({ record }) => record),
    find: ({ secret }) => find(memory, secret),
    issue: (key) => issue(memory, key),
    get: async (id) => memory.holders.get(id)?.key,
    list: async (query) => pageOf([...memory.holders.values()], query),
    update: async (id, change) => update(memory, id, change),
    rotate: (id, overlap) => rotate(memory, id, overlap),
    revoke: async (id) => revoke(memory, id),
    limitAccount: async (accountId, limits) => limitAccount(memory, accountId, limits),
    listAccounts: async (query) => selectAccounts(accountsOf(memory), query),
  };
}

function addInitial(memory: KeyMemory, keys: readonly MemoryKey[]): void {
  const now = memory.clock.now();
  const initial = keys.map((key, index) => toStoredKey(key, index, now));
  for (const { accountId, accountLimits } of initial) {
    if (accountLimits) memory.limitsOf.set(accountId, accountLimits);
  }
  memory.ready = Promise.all(
    initial.map(({ secret, accountLimits: _, ...key }) => {
      const holder = add(memory, key);
      return hashSecret(secret).then((hash) => hold(memory, hash, holder));
    }),
  );
}

function add({ holders, limitsOf }: KeyMemory, key: StoredKey): Holder {
  if (holders.has(key.id)) throw keyIdConflict(key.id);
  const holder = toHolder(key, limitsOf.get(key.accountId));
  holders.set(key.id, holder);
  return holder;
}

function hold({ byHash }: KeyMemory, hash: string, holder: Holder): void {
  byHash.set(hash, { holder, validUntil: Number.POSITIVE_INFINITY });
}

/** Changes a key. Its secrets must be looked up anew. */
function replace(
  { found, limitsOf }: KeyMemory,
  holder: Holder,
  change: Partial<StoredKey>,
): StoredKey {
  const limits = limitsOf.get(holder.key.accountId);
  Object.assign(holder, toHolder({ ...holder.key, ...change }, limits));
  for (const [secret, held] of found) if (held.holder === holder) found.delete(secret);
  return holder.key;
}

/** The hash of a secret, once those of the options are known as well. */
async function hashOf({ ready }: KeyMemory, secret: string): Promise<string> {
  const [hash] = await Promise.all([hashSecret(secret), ready]);
  return hash;
}

function find(memory: KeyMemory, secret: string): MaybePromise<KeyRecord | undefined> {
  const held = memory.found.get(secret);
  return held ? recordOf(memory, secret, held) : search(memory, secret);
}

async function search(memory: KeyMemory, secret: string): Promise<KeyRecord | undefined> {
  const held = memory.byHash.get(await hashOf(memory, secret));
  return held && recordOf(memory, secret, held);
}

/** The record behind a secret, unless its key is no longer valid. */
function recordOf(
  { found, clock }: KeyMemory,
  secret: string,
  held: HeldSecret,
): KeyRecord | undefined {
  const now = clock.now();
  if (now >= held.validUntil || !isValidKey(held.holder.key, now)) {
    found.delete(secret);
    return undefined;
  }
  found.set(secret, held);
  return held.holder.record;
}

async function issue(memory: KeyMemory, key: NewKey): Promise<IssuedKey> {
  const issued = issueKey(key, memory.clock.now());
  const hash = await hashOf(memory, issued.secret);
  if (memory.byHash.has(hash)) throw keySecretConflict();
  const holder = add(memory, issued.key);
  hold(memory, hash, holder);
  return { key: holder.key, secret: issued.secret };
}

function update(memory: KeyMemory, id: string, change: KeyChange): StoredKey | undefined {
  checkKeyChange(change);
  const holder = memory.holders.get(id);
  if (!holder || holder.key.revokedAt !== undefined) return undefined;
  return replace(memory, holder, changeKey(holder.key, change));
}

async function rotate(
  memory: KeyMemory,
  id: string,
  overlap: number,
): Promise<IssuedKey | undefined> {
  checkOverlap(overlap);
  const { byHash, holders, clock } = memory;
  const secret = createSecret();
  const hash = await hashOf(memory, secret);
  const holder = holders.get(id);
  const now = clock.now();
  if (!holder || !isValidKey(holder.key, now)) return undefined;
  for (const held of byHash.values()) {
    if (held.holder === holder) held.validUntil = Math.min(held.validUntil, now + overlap);
  }
  hold(memory, hash, holder);
  return { key: replace(memory, holder, { prefix: prefixOf(secret) }), secret };
}

function revoke(memory: KeyMemory, id: string): StoredKey | undefined {
  const holder = memory.holders.get(id);
  if (!holder || holder.key.revokedAt !== undefined) return holder?.key;
  return replace(memory, holder, { revokedAt: memory.clock.now() });
}

function limitAccount(memory: KeyMemory, accountId: string, limits: RateLimits | undefined): void {
  checkId("accountId", accountId);
  checkRateLimits(limits);
  const { limitsOf, holders } = memory;
  if (limits) limitsOf.set(accountId, limits);
  else limitsOf.delete(accountId);
  for (const holder of holders.values()) {
    if (holder.key.accountId === accountId) replace(memory, holder, {});
  }
}

/** The accounts of all keys and of all limits. */
function accountsOf({ holders, limitsOf }: KeyMemory): readonly string[] {
  return [...limitsOf.keys(), ...[...holders.values()].map(({ key }) => key.accountId)];
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
  return { ...key, prefix: prefixOf(secret), createdAt: now, accountLimits, secret };
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<MemoryKeysOptions>({ clock: validClock }),
);

/** Unlike issued keys, the keys of the options may have secrets of any characters. */
const validList: Check = /* @__PURE__ */ deferred(() => {
  const secret = isHidden(
    "a string of at least 8 characters",
    (key) => isString(key) && key.length >= 8,
  );
  const { id, ...checks } = keyChecks();
  const key = members<MemoryKey>({
    ...checks,
    key: { required: secret },
    id,
    accountId: id,
    accountLimits: validLimits,
  });
  return listOf(key);
});

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
