import type { KeyRecord, RateKind, RateLimits } from "@diglot/core";
import type { LimitsSettings } from "./options.js";
import type { PlaceQuota } from "./store.js";

/** Whose limit it is. */
export type Scope = "key" | "account";

/** A rate limit, and what a request takes of it. */
export interface WindowQuota {
  readonly kind: RateKind;
  readonly scope: Scope;
  readonly id: string;
  readonly name: string;
  readonly limit: number;
  /** What there must be room for. */
  readonly requested: number;
  /** What is charged at once. Output is charged when it is known. */
  readonly charged: number;
}

/** How many requests of a key or an account may run at once. */
export interface RunningQuota extends PlaceQuota {
  readonly scope: Scope;
}

/** A key or an account, with its limits. */
interface Holder {
  readonly scope: Scope;
  readonly id: string;
  /** What the names of its counts begin with. */
  readonly name: string;
  readonly limits: RateLimits;
}

/** The limits of the options, for what the record of a key says nothing of. */
type Defaults = Pick<LimitsSettings, "keys" | "accounts">;

/** The limits of how many requests of a key and of its account may run at once. */
export function placesOf(key: KeyRecord, defaults: Defaults): readonly RunningQuota[] {
  return holdersOf(key, defaults).flatMap(({ scope, name, limits }) => {
    const most = limits.concurrentRequests;
    return most === undefined ? [] : [{ scope, name: `${name}:running`, most }];
  });
}

/** The rate limits of a key and of its account, for a request with so many input tokens. */
export function windowsOf(
  key: KeyRecord,
  inputTokens: number,
  defaults: Defaults,
): readonly WindowQuota[] {
  const input = Math.ceil(inputTokens);
  return holdersOf(key, defaults).flatMap((holder) => toWindows(holder, input));
}

/** The account stands in braces, by which a cluster keeps all counts of a request on one node. */
function holdersOf(key: KeyRecord, { keys, accounts }: Defaults): readonly Holder[] {
  const { id, accountId } = key;
  const account = `{${encodeURIComponent(accountId)}}`;
  const keyName = `${account}:key:${encodeURIComponent(id)}`;
  return [
    { scope: "key", id, name: keyName, limits: complete(key.limits, keys) },
    {
      scope: "account",
      id: accountId,
      name: account,
      limits: complete(key.accountLimits, accounts),
    },
  ];
}

function complete(limits: RateLimits = {}, defaults: RateLimits): RateLimits {
  return {
    requestsPerMinute: limits.requestsPerMinute ?? defaults.requestsPerMinute,
    inputTokensPerMinute: limits.inputTokensPerMinute ?? defaults.inputTokensPerMinute,
    outputTokensPerMinute: limits.outputTokensPerMinute ?? defaults.outputTokensPerMinute,
    concurrentRequests: limits.concurrentRequests ?? defaults.concurrentRequests,
  };
}

function toWindows({ scope, id, name, limits }: Holder, input: number): readonly WindowQuota[] {
  const toQuotas = (
    kind: RateKind,
    limit: number | undefined,
    requested: number,
    charged: number,
  ): readonly WindowQuota[] =>
    limit === undefined
      ? []
      : [{ kind, scope, id, name: `${name}:${kind}`, limit, requested, charged }];
  return [
    ...toQuotas("requests", limits.requestsPerMinute, 1, 1),
    ...toQuotas("inputTokens", limits.inputTokensPerMinute, Math.max(input, 1), input),
    ...toQuotas("outputTokens", limits.outputTokensPerMinute, 1, 0),
  ];
}
