import { port } from "../../validation/objects.js";
import type { AccountQuery } from "../account-list.js";
import type { KeyRecord, Keys, RateLimits } from "./keys.js";

/** A key as its store keeps it, without the secret. Times are milliseconds since 1970. */
export interface StoredKey extends KeyRecord {
  /** A name for people to read. */
  readonly name?: string | undefined;
  /** The readable beginning of its newest secret. */
  readonly prefix: string;
  readonly createdAt: number;
  /** From then on the key is not valid. */
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
}

/** A key to be issued. */
export interface NewKey {
  /** The account that pays. */
  readonly accountId: string;
  /** The public id of the key; safe to log. @default a random one that begins with `key_` */
  readonly id?: string | undefined;
  /** A name for people. */
  readonly name?: string | undefined;
  /** The models that the key may use, by id, or `"all"`. @default "all" */
  readonly models?: "all" | readonly string[] | undefined;
  /** The limits of this key. */
  readonly limits?: RateLimits | undefined;
  /** When the key stops being valid, in milliseconds since 1970. @default never */
  readonly expiresAt?: number | undefined;
  /**
   * A secret of your own, at least 8 visible ASCII characters, for keys that callers already have.
   * @default a new one with 187 random bits
   */
  readonly secret?: string | undefined;
}

/** What of a key is changed. An absent member stays as it is; `null` removes what the key has. */
export interface KeyChange {
  readonly name?: string | null | undefined;
  /** `null`: all models. */
  readonly models?: "all" | readonly string[] | null | undefined;
  /** Limits that are not named stay; `null` removes one, or all of them. */
  readonly limits?: LimitsChange | null | undefined;
  /** Milliseconds since 1970. A key that has expired is valid again until then. */
  readonly expiresAt?: number | null | undefined;
}

/** Which limits of a key are changed. */
export type LimitsChange = { readonly [Name in keyof RateLimits]: RateLimits[Name] | null };

/** A key with its secret, which is shown only this once and is stored only as a hash. */
export interface IssuedKey {
  readonly key: StoredKey;
  readonly secret: string;
}

/** Which keys are listed. */
export interface KeyQuery {
  readonly accountId?: string | undefined;
  /** `next` of the previous page. */
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
 * Keys that can be administered. Every change takes effect with the next `find`, on every instance
 * that shares the store. Secrets are kept as SHA-256 hashes; an id is never used twice.
 */
export interface KeyStore extends Keys {
  /** @throws TypeError for an invalid key, or if the id or the secret is taken */
  issue(key: NewKey): Promise<IssuedKey>;
  /** The key with this id, even if it is revoked or has expired. */
  get(id: string): Promise<StoredKey | undefined>;
  /** @throws TypeError for an invalid cursor */
  list(query?: KeyQuery): Promise<KeyPage>;
  /**
   * Changes a key, all of the change or none of it; its secrets stay. Returns `undefined` if there is
   * no key with this id, or if it is revoked.
   * @throws TypeError for an invalid change
   */
  update(id: string, change: KeyChange): Promise<StoredKey | undefined>;
  /**
   * Gives a valid key a new secret. Earlier secrets stay valid for `overlap` milliseconds, which may be
   * 0. Returns `undefined` if there is no valid key with this id.
   */
  rotate(id: string, overlap: number): Promise<IssuedKey | undefined>;
  /** Ends a key with all its secrets permanently; repeated calls change nothing. Returns `undefined` if there is no such key. */
  revoke(id: string): Promise<StoredKey | undefined>;
  /** Sets the limits that all keys of an account share; `undefined` lifts them. */
  limitAccount(accountId: string, limits: RateLimits | undefined): Promise<void>;
  /**
   * The ids of the accounts that have a key, valid or not, or limits of their own, in the order of
   * code points.
   * @throws TypeError for an invalid limit
   */
  listAccounts(query?: AccountQuery): Promise<readonly string[]>;
}

/** The check of keys that can be administered. */
export const validKeyStore = /* @__PURE__ */ port<KeyStore>(
  "a store of keys, such as createMemoryKeys([])",
  "find",
  "issue",
  "get",
  "list",
  "update",
  "rotate",
  "revoke",
  "limitAccount",
  "listAccounts",
);
