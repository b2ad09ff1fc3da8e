import { overloaded } from "../../errors/overloaded.js";
import { ServiceError } from "../../errors/service-error.js";
import { orReject } from "../../runtime/maybe-promise.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { positive } from "../../validation/values.js";
import type { KeyRecord } from "../keys/keys.js";
import type { Admission, Entrance, Limits } from "./limits.js";

/** Options of the in-memory limits. */
export interface MemoryLimitsOptions {
  /**
   * Requests that may run at once in total. @default 1_000: each may hold 256 KiB beside its body, so
   * together they hold as much as all bodies that are being read
   */
  readonly concurrentRequests?: number | undefined;
  /** Requests of one key that may run at once, unless its record says otherwise. @default no limit */
  readonly concurrentRequestsPerKey?: number | undefined;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<MemoryLimitsOptions>({
    concurrentRequests: positive,
    concurrentRequestsPerKey: positive,
  }),
);

/** How many requests of one key or account may run at once. */
interface Limit {
  readonly name: string;
  readonly most: number;
  readonly refusal: string;
}

/**
 * Concurrency limits of one process: for keys, for accounts and in total. Rates per minute are not
 * counted, so requests are refused if their key or account has one: `@diglot/limits` counts them.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createMemoryLimits(options: MemoryLimitsOptions = {}): Limits {
  checkOptions("createMemoryLimits", options, validOptions);
  const { concurrentRequests: inAll = 1_000, concurrentRequestsPerKey: perKey } = options;
  const runningOf = new Map<string, number>();
  let running = 0;

  function count(limits: readonly Limit[], change: 1 | -1): void {
    running += change;
    for (const { name } of limits) {
      const left = (runningOf.get(name) ?? 0) + change;
      if (left > 0) runningOf.set(name, left);
      else runningOf.delete(name);
    }
  }

  function enter(key: KeyRecord): Entrance {
    refuseRates(key);
    const limits = limitsOf(key, perKey);
    const full = limits.find(({ name, most }) => (runningOf.get(name) ?? 0) >= most);
    if (full) throw concurrencyLimited(full.refusal);
    if (running >= inAll) throw overloaded();
    count(limits, 1);
    return { admit: () => admitted, release: () => count(limits, -1) };
  }

  return {
    enter: ({ key }) => orReject(() => enter(key)),
  };
}

/** No rate applies. */
const admitted: Admission = {};

/** A limit that is not enforced must not look like one that is. */
function refuseRates({ id, limits, accountLimits }: KeyRecord): void {
  const rate = rates.find((name) => (limits?.[name] ?? accountLimits?.[name]) !== undefined);
  if (rate === undefined) return;
  throw new TypeError(
    `The key ${id} is limited by ${rate}, which the in-memory limits do not count; pass createLimits() of @diglot/limits.`,
  );
}

const rates = ["requestsPerMinute", "inputTokensPerMinute", "outputTokensPerMinute"] as const;

/** Keys and accounts are counted only if they have a limit. */
function limitsOf(key: KeyRecord, perKey: number | undefined): readonly Limit[] {
  const { id, accountId, limits, accountLimits } = key;
  return [
    ...toLimit("key", id, limits?.concurrentRequests ?? perKey),
    ...toLimit("account", accountId, accountLimits?.concurrentRequests),
  ];
}

function toLimit(whose: "key" | "account", id: string, most: number | undefined): readonly Limit[] {
  if (most === undefined) return [];
  const refusal = `Too many requests of this ${whose} are running.`;
  return [{ name: `${whose} ${id}`, most, refusal }];
}

function concurrencyLimited(message: string): ServiceError {
  return new ServiceError({ kind: "concurrency_limited", message, retryAfterSeconds: 1 });
}
