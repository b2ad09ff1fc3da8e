import type { KeyRecord, Keys, RateLimits } from "./keys.js";

/** A key as its store knows it; nothing of it is secret. Times are milliseconds since 1970. */
export interface StoredKey extends KeyRecord {
  /** What people call it. */
  readonly name?: string | undefined;
  /** The readable beginning of its newest secret. */
  readonly prefix: string;
  readonly createdAt: number;
  /** From then on it is no valid key. */
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
}

/** A key to be issued. */
export interface NewKey {
  readonly accountId: string;
  /** @default a random one that begins with `key_` */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** @default "all" */
  readonly models?: "all" | readonly string[] | undefined;
  readonly limits?: RateLimits | undefined;
  /** Milliseconds since 1970. @default never */
  readonly expiresAt?: number | undefined;
  /**
   * A secret of one's own, at least 8 visible ASCII characters, for keys that callers have already.
   * @default a new one with 187 random bits
   */
  readonly secret?: string | undefined;
}

/** A key with its secret, which is told this once and is stored as a hash only. */
export interface IssuedKey {
  readonly key: StoredKey;
  readonly secret: string;
}

/** Which keys are listed. */
export interface KeyQuery {
  readonly accountId?: string | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  /** 1 to 1,000. @default 100 */
  readonly limit?: number | undefined;
}

/** A part of the list, by age, oldest first. */
export interface KeyPage {
  readonly keys: readonly StoredKey[];
  /** Present if there are more. */
  readonly next?: string | undefined;
}

/**
 * Keys that can be administered. Every change holds at once for the next `find`, on every instance
 * that shares the store. Secrets are kept as SHA-256 hashes; an id is never used twice.
 */
export interface KeyStore extends Keys {
  /** @throws TypeError for a key that cannot be, or if the id or the secret is taken */
  issue(key: NewKey): Promise<IssuedKey>;
  /** The key with this id, also one that is revoked or has expired. */
  get(id: string): Promise<StoredKey | undefined>;
  /** @throws TypeError for a cursor that no page has ended with */
  list(query?: KeyQuery): Promise<KeyPage>;
  /**
   * Gives a valid key a new secret. Those before it stay valid for `overlap` milliseconds, 0 for not
   * at all. `undefined` if there is no valid key with this id.
   */
  rotate(id: string, overlap: number): Promise<IssuedKey | undefined>;
  /** Ends a key with all its secrets, for good; repeated calls change nothing. `undefined` if there is none. */
  revoke(id: string): Promise<StoredKey | undefined>;
  /** Sets the bounds that all keys of an account share; `undefined` lifts them. */
  limitAccount(accountId: string, limits: RateLimits | undefined): Promise<void>;
}
