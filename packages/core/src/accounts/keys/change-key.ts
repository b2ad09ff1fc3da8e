import { checkKeyChange, rateLimitNames } from "./check-key.js";
import type { KeyChange, LimitsChange, StoredKey } from "./key-store.js";
import type { RateLimits } from "./keys.js";

/**
 * A key with a change applied, for a store to keep.
 * @throws TypeError that names the field at fault
 */
export function changeKey(key: StoredKey, change: KeyChange): StoredKey {
  checkKeyChange(change);
  const { name = key.name, models = key.models, expiresAt = key.expiresAt } = change;
  return {
    ...key,
    name: name ?? undefined,
    models: models ?? "all",
    limits: changeLimits(key.limits, change.limits),
    expiresAt: expiresAt ?? undefined,
  };
}

function changeLimits(
  limits: RateLimits | undefined,
  change: LimitsChange | null | undefined,
): RateLimits | undefined {
  if (change === undefined) return limits;
  if (change === null) return undefined;
  const changed: { -readonly [Name in keyof RateLimits]: RateLimits[Name] } = {};
  for (const name of rateLimitNames) {
    const { [name]: value = limits?.[name] } = change;
    if (value !== undefined && value !== null) changed[name] = value;
  }
  return Object.keys(changed).length > 0 ? changed : undefined;
}
