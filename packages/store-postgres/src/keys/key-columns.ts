import type { KeyRecord, RateLimits, StoredKey } from "@diglot/core";
import { type Columns, numberOf, objectOf, optional, textOf } from "../columns.js";

/** The columns of a key to be issued. */
export function fromKey({ accountId, expiresAt, ...key }: StoredKey): Columns {
  const { id, name, prefix, models, limits } = key;
  return { id, account_id: accountId, name, prefix, models, limits, expires_at: expiresAt };
}

/** What a request's key is known by. */
export function toKeyRecord(columns: Columns): KeyRecord {
  return {
    id: textOf(columns, "id"),
    accountId: textOf(columns, "account_id"),
    models: modelsOf(columns, "models"),
    ...optional("limits", columns, "limits", limitsOf),
    ...optional("accountLimits", columns, "account_limits", limitsOf),
  };
}

/** All that is known of a key. */
export function toStoredKey(columns: Columns): StoredKey {
  return {
    ...toKeyRecord(columns),
    ...optional("name", columns, "name", textOf),
    prefix: textOf(columns, "prefix"),
    createdAt: numberOf(columns, "created_at"),
    ...optional("expiresAt", columns, "expires_at", numberOf),
    ...optional("revokedAt", columns, "revoked_at", numberOf),
  };
}

function modelsOf(columns: Columns, name: string): KeyRecord["models"] {
  const models = columns[name];
  if (models === "all") return models;
  if (Array.isArray(models) && models.every((model) => typeof model === "string")) return models;
  throw new TypeError(`The database's column ${name} does not hold models.`);
}

function limitsOf(columns: Columns, name: string): RateLimits {
  const limits = objectOf(columns, name);
  return {
    ...optional("requestsPerMinute", limits, "requestsPerMinute", numberOf),
    ...optional("inputTokensPerMinute", limits, "inputTokensPerMinute", numberOf),
    ...optional("outputTokensPerMinute", limits, "outputTokensPerMinute", numberOf),
    ...optional("concurrentRequests", limits, "concurrentRequests", numberOf),
  };
}
