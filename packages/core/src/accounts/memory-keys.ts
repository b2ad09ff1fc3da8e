import type { KeyRecord, Keys, RateLimits } from "./keys.js";

/** One key of the in-memory store. */
export interface MemoryKey {
  /** The secret that callers present, at least 8 characters; stored as its hash until it is first used. */
  readonly key: string;
  /** Public id; safe to log. @default "key-1", "key-2", … in the order given */
  readonly id?: string | undefined;
  /** @default the id */
  readonly accountId?: string | undefined;
  /** @default "all" */
  readonly models?: "all" | readonly string[] | undefined;
  readonly limits?: RateLimits | undefined;
}

/**
 * Keys in memory. A presented secret is hashed with SHA-256 and the hash is looked up, so that the
 * time of a miss tells nothing about how near it was. A secret that was found is remembered, since
 * hashing through the Web API costs more than the rest of a small request; there are never more of
 * those than keys.
 * @throws TypeError for an empty or very short key
 */
export function createMemoryKeys(keys: readonly MemoryKey[]): Keys {
  for (const { key } of keys) {
    if (typeof key !== "string" || key.length < 8) {
      throw new TypeError("A key must be a string of at least 8 characters.");
    }
  }
  const records = indexByHash(keys);
  const found = new Map<string, KeyRecord>();
  return {
    async find({ secret }) {
      const known = found.get(secret);
      if (known) return known;
      const [byHash, hash] = await Promise.all([records, hashOf(secret)]);
      const record = byHash.get(hash);
      if (record) found.set(secret, record);
      return record;
    },
  };
}

async function indexByHash(keys: readonly MemoryKey[]): Promise<ReadonlyMap<string, KeyRecord>> {
  const entries = keys.map(
    async (key, index) => [await hashOf(key.key), toRecord(key, index)] as const,
  );
  return new Map(await Promise.all(entries));
}

function toRecord(key: MemoryKey, index: number): KeyRecord {
  const id = key.id ?? `key-${index + 1}`;
  return {
    id,
    accountId: key.accountId ?? id,
    models: key.models ?? "all",
    limits: key.limits,
  };
}

async function hashOf(secret: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)),
  );
  return String.fromCharCode(...digest);
}
