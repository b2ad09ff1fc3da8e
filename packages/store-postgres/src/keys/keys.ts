import {
  checkId,
  checkKeyChange,
  checkKeyLimit,
  checkOverlap,
  checkRateLimits,
  createSecret,
  hashSecret,
  issueKey,
  type KeyPage,
  type KeyQuery,
  type KeyStore,
  keyIdConflict,
  keySecretConflict,
  prefixOf,
} from "@diglot/core";
import type { Call } from "../call.js";
import { type Columns, numberOf, toColumns } from "../columns.js";
import { fromKey, toKeyRecord, toStoredKey } from "./key-columns.js";
import { listAccounts } from "./list-accounts.js";

/** Keys without any cache: `find` asks the database each time. */
export function createKeys(call: Call): KeyStore {
  async function readKey(name: string, input: unknown): Promise<Columns | undefined> {
    const [key] = await call(name, input);
    return key === undefined ? undefined : toColumns(key);
  }

  return {
    async find({ secret }) {
      const key = await readKey("find_key", await hashSecret(secret));
      return key && toKeyRecord(key);
    },
    async issue(newKey) {
      // The time of issue is the database's; this one is not stored.
      const { key, secret } = issueKey(newKey, 0);
      const input = { key: fromKey(key), hash: await hashSecret(secret) };
      const [issued] = await call("issue_key", input);
      if (issued === "id") throw keyIdConflict(key.id);
      if (issued === "secret") throw keySecretConflict();
      return { key: toStoredKey(toColumns(issued)), secret };
    },
    async get(id) {
      const key = await readKey("get_key", id);
      return key && toStoredKey(key);
    },
    list: (query) => listKeys(call, query),
    async update(id, change) {
      checkKeyChange(change);
      const { expiresAt: expires_at, models, ...others } = change;
      const input = {
        id,
        change: { ...others, expires_at, models: models === null ? "all" : models },
      };
      const key = await readKey("update_key", input);
      return key && toStoredKey(key);
    },
    async rotate(id, overlap) {
      checkOverlap(overlap);
      const secret = createSecret();
      const [hash, prefix] = [await hashSecret(secret), prefixOf(secret)];
      const key = await readKey("rotate_key", { id, overlap, hash, prefix });
      return key && { key: toStoredKey(key), secret };
    },
    async revoke(id) {
      const key = await readKey("revoke_key", id);
      return key && toStoredKey(key);
    },
    async limitAccount(accountId, limits) {
      checkId("accountId", accountId);
      checkRateLimits(limits);
      await call("limit_account", { account_id: accountId, limits });
    },
    listAccounts: (query) => listAccounts(call, "list_key_accounts", query),
  };
}

/** A page of keys; a cursor is the number of the last one. */
async function listKeys(call: Call, query: KeyQuery = {}): Promise<KeyPage> {
  const { after = "0", accountId: account_id } = query;
  const limit = checkKeyLimit(query.limit);
  if (!/^\d{1,15}$/.test(after)) throw new TypeError("after must be `next` of the previous page.");
  // One more than asked for tells whether there are more.
  const found = await call("list_keys", { account_id, after, limit: limit + 1 });
  const rows = found.map(toColumns);
  const keys = rows.slice(0, limit).map(toStoredKey);
  const last = rows[limit - 1];
  return rows.length > limit && last ? { keys, next: `${numberOf(last, "number")}` } : { keys };
}
