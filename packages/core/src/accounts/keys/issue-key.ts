import { createRandomIds } from "../../runtime/ids.js";
import { checkOptions } from "../../validation/check-options.js";
import { validNewKey } from "./check-key.js";
import type { IssuedKey, NewKey, StoredKey } from "./key-store.js";
import { createSecret, prefixOf } from "./secrets.js";

/**
 * A new key with its secret, checked and with all defaults, for a store to keep. `now` is in
 * milliseconds since 1970.
 * @throws TypeError that names the field at fault
 */
export function issueKey(key: NewKey, now: number): IssuedKey {
  checkOptions("keys.issue", key, validNewKey);
  const secret = key.secret ?? createSecret();
  const stored: StoredKey = {
    id: key.id ?? createRandomIds().create("key_", 22),
    accountId: key.accountId,
    name: key.name,
    models: key.models ?? "all",
    limits: key.limits,
    prefix: prefixOf(secret),
    createdAt: now,
    expiresAt: key.expiresAt,
  };
  return { key: stored, secret };
}

/** Whether a key may be used at a time: it is not revoked and has not expired. */
export function isValidKey(
  { revokedAt, expiresAt }: Pick<StoredKey, "revokedAt" | "expiresAt">,
  now: number,
): boolean {
  return revokedAt === undefined && (expiresAt === undefined || now < expiresAt);
}

/** The refusal of a key whose id a store already has, or had. */
export function keyIdConflict(id: string): TypeError {
  return new TypeError(`id is taken: the key ${JSON.stringify(id)} already exists.`);
}

/** The refusal of a key whose secret a store already has. */
export function keySecretConflict(): TypeError {
  return new TypeError("secret is taken: another key already has it.");
}
