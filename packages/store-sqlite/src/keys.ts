import type { DatabaseSync } from "node:sqlite";
import {
  type Clock,
  changeKey,
  checkAccountLimit,
  checkId,
  checkKeyChange,
  checkKeyLimit,
  checkOverlap,
  checkRateLimits,
  createSecret,
  hashSecret,
  issueKey,
  isValidKey,
  type KeyQuery,
  type KeyRecord,
  type KeyStore,
  keyIdConflict,
  keySecretConflict,
  prefixOf,
  type RateLimits,
  type StoredKey,
} from "@diglot/core";
import { type Columns, toJsonValue, toNumber, toOptional, toText } from "./columns.js";
import { toPlace } from "./cursor.js";
import { createTransact } from "./transact.js";

/** Keys in a database that has the tables. Nothing is cached. */
export function createKeys(database: DatabaseSync, clock: Pick<Clock, "now">): KeyStore {
  const transact = createTransact(database);
  const statements = prepareStatements(database);

  function read(id: string): StoredKey | undefined {
    const columns = statements.get.get(id);
    return columns && toStoredKey(columns);
  }

  return {
    async find({ secret }) {
      const now = clock.now();
      const columns = statements.find.get({ hash: await hashSecret(secret), now });
      return columns && toRecord(columns);
    },
    async issue(newKey) {
      const { key, secret } = issueKey(newKey, clock.now());
      const hash = await hashSecret(secret);
      return transact(() => {
        if (statements.holds.get(hash)) throw keySecretConflict();
        if (statements.insert.run(toParameters(key)).changes === 0) throw keyIdConflict(key.id);
        statements.insertSecret.run(hash, key.id);
        return { key: read(key.id) ?? key, secret };
      });
    },
    async get(id) {
      return read(id);
    },
    async list({ accountId, after, limit }: KeyQuery = {}) {
      const most = checkKeyLimit(limit);
      const place = toPlace(after);
      const found =
        accountId === undefined
          ? statements.list.all(place, most + 1)
          : statements.listOfAccount.all(accountId, place, most + 1);
      const page = found.slice(0, most);
      const keys = page.map(toStoredKey);
      const last = page.at(-1);
      return found.length > most && last
        ? { keys, next: String(toNumber(last, "number")) }
        : { keys };
    },
    async update(id, change) {
      checkKeyChange(change);
      return transact(() => {
        const key = read(id);
        if (!key || key.revokedAt !== undefined) return undefined;
        const changed = changeKey(key, change);
        const { name, models, limits, expiresAt } = toParameters(changed);
        statements.update.run({ id, name, models, limits, expiresAt });
        return changed;
      });
    },
    async rotate(id, overlap) {
      checkOverlap(overlap);
      const secret = createSecret();
      const hash = await hashSecret(secret);
      return transact(() => {
        const key = read(id);
        const now = clock.now();
        if (!key || !isValidKey(key, now)) return undefined;
        const prefix = prefixOf(secret);
        statements.endSecrets.run({ id, until: now + overlap });
        statements.insertSecret.run(hash, id);
        statements.setPrefix.run(prefix, id);
        return { key: { ...key, prefix }, secret };
      });
    },
    async revoke(id) {
      statements.revoke.run(clock.now(), id);
      return read(id);
    },
    async limitAccount(accountId, limits) {
      checkId("accountId", accountId);
      checkRateLimits(limits);
      statements.limitAccount.run(accountId, limits ? JSON.stringify(limits) : null);
    },
    async listAccounts({ after = "", limit } = {}) {
      const rows = statements.listAccounts.all({ after, limit: checkAccountLimit(limit) });
      return rows.map((columns) => toText(columns, "id"));
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  const withAccount = `SELECT keys.*, accounts.rate_limits AS account_limits
    FROM keys LEFT JOIN accounts ON accounts.id = keys.account_id`;
  return {
    find: database.prepare(
      `${withAccount} JOIN secrets ON secrets.key_id = keys.id
       WHERE secrets.hash = :hash
         AND (secrets.valid_until IS NULL OR secrets.valid_until > :now)
         AND keys.revoked_at IS NULL
         AND (keys.expires_at IS NULL OR keys.expires_at > :now)`,
    ),
    get: database.prepare(`${withAccount} WHERE keys.id = ?`),
    list: database.prepare(`${withAccount} WHERE keys.number > ? ORDER BY keys.number LIMIT ?`),
    listOfAccount: database.prepare(
      `${withAccount} WHERE keys.account_id = ? AND keys.number > ? ORDER BY keys.number LIMIT ?`,
    ),
    insert: database.prepare(
      `INSERT INTO keys (id, account_id, name, models, rate_limits, prefix, created_at, expires_at)
       VALUES (:id, :accountId, :name, :models, :limits, :prefix, :createdAt, :expiresAt)
       ON CONFLICT (id) DO NOTHING`,
    ),
    update: database.prepare(
      `UPDATE keys SET name = :name, models = :models, rate_limits = :limits,
         expires_at = :expiresAt
       WHERE id = :id`,
    ),
    holds: database.prepare("SELECT 1 FROM secrets WHERE hash = ?"),
    insertSecret: database.prepare("INSERT INTO secrets (hash, key_id) VALUES (?, ?)"),
    // A secret that was to end sooner does not live longer for it.
    endSecrets: database.prepare(
      `UPDATE secrets SET valid_until = min(ifnull(valid_until, :until), :until)
       WHERE key_id = :id`,
    ),
    setPrefix: database.prepare("UPDATE keys SET prefix = ? WHERE id = ?"),
    revoke: database.prepare("UPDATE keys SET revoked_at = ifnull(revoked_at, ?) WHERE id = ?"),
    listAccounts: database.prepare(
      `SELECT account_id AS id FROM keys WHERE account_id > :after
       UNION SELECT id FROM accounts WHERE id > :after AND rate_limits IS NOT NULL
       ORDER BY id LIMIT :limit`,
    ),
    limitAccount: database.prepare(
      `INSERT INTO accounts (id, rate_limits) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET rate_limits = excluded.rate_limits`,
    ),
  };
}

function toParameters({ id, accountId, prefix, createdAt, ...key }: StoredKey) {
  return {
    id,
    accountId,
    prefix,
    createdAt,
    name: key.name ?? null,
    models: key.models === "all" ? null : JSON.stringify(key.models),
    limits: key.limits ? JSON.stringify(key.limits) : null,
    expiresAt: key.expiresAt ?? null,
  };
}

function toRecord(columns: Columns): KeyRecord {
  return {
    id: toText(columns, "id"),
    accountId: toText(columns, "account_id"),
    models: toOptional(toJsonValue<readonly string[]>, columns, "models") ?? "all",
    limits: toOptional(toJsonValue<RateLimits>, columns, "rate_limits"),
    accountLimits: toOptional(toJsonValue<RateLimits>, columns, "account_limits"),
  };
}

function toStoredKey(columns: Columns): StoredKey {
  return {
    ...toRecord(columns),
    name: toOptional(toText, columns, "name"),
    prefix: toText(columns, "prefix"),
    createdAt: toNumber(columns, "created_at"),
    expiresAt: toOptional(toNumber, columns, "expires_at"),
    revokedAt: toOptional(toNumber, columns, "revoked_at"),
  };
}
