import {
  createMemoryKeys,
  isPromise,
  type KeyRecord,
  type Keys,
  type MaybePromise,
} from "@diglot/core";
import { toMemoryKey } from "../../config/options/to-memory-key.js";
import type { AccountConfig, KeyConfig } from "../../config/types.js";

type Accounts = Readonly<Record<string, AccountConfig>>;

/**
 * The keys of the config, and after them those that were issued. A key of the config is nowhere stored:
 * taken out of the config, it is refused. Limits that the config gives an account come before those of
 * the store.
 */
export function findKeys(given: readonly KeyConfig[], accounts: Accounts, issued: Keys): Keys {
  const own = createMemoryKeys(given.map(toMemoryKey));
  return {
    ...(issued.check && { check: issued.check }),
    ...(own.given && { given: own.given }),
    find(request) {
      const found = own.find(request);
      return andThen(found, (record) =>
        andThen(record ?? issued.find(request), (known) => known && withLimits(known, accounts)),
      );
    },
  };
}

function withLimits(record: KeyRecord, accounts: Accounts): KeyRecord {
  const limits = Object.hasOwn(accounts, record.accountId)
    ? accounts[record.accountId]?.limits
    : undefined;
  return limits ? { ...record, accountLimits: limits } : record;
}

/** Goes on at once with what is known at once. */
function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}
