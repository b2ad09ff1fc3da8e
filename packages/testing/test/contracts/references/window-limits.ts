import {
  type Admission,
  type ExceededRate,
  type KeyRecord,
  type Limits,
  type RateKind,
  type RateLimits,
  type RateStatus,
  type RateWindow,
  ServiceError,
} from "@diglot/core";

const minute = 60_000;

/** One window of one holder. */
interface Window {
  used: number;
  endsAt: number;
}

/** What bounds a request. */
interface Bound {
  readonly kind: RateKind;
  readonly scope: "key" | "account";
  readonly id: string;
  readonly limit: number;
}

/** What can be wrong with rates, one at a time. */
export interface WindowDefects {
  readonly chargesRefused?: boolean;
  readonly ignoresSpend?: boolean;
  readonly addsToEstimate?: boolean;
  readonly ignoresAccounts?: boolean;
  readonly sharesWindows?: boolean;
  readonly neverEnds?: boolean;
  readonly tellsTheLooser?: boolean;
}

/** Fixed windows of one minute over other limits, as simple as can be: they show that the cases of rates can be kept. */
export function withWindows(
  limits: Limits,
  now: () => number,
  defects: WindowDefects = {},
): Limits {
  const windows = new Map<string, Window>();

  function windowOf({ kind, scope, id }: Bound): Window {
    const name = JSON.stringify([kind, scope, defects.sharesWindows ? "" : id]);
    const known = windows.get(name);
    if (known && (known.endsAt > now() || defects.neverEnds)) return known;
    const window = { used: 0, endsAt: now() + minute };
    windows.set(name, window);
    return window;
  }

  function tell(bound: Bound): RateWindow {
    const { used, endsAt } = windowOf(bound);
    return { limit: bound.limit, remaining: Math.max(0, bound.limit - used), resetAt: endsAt };
  }

  function statusOf(bounds: readonly Bound[]): RateStatus | undefined {
    const order = (one: Bound, other: Bound) => tell(other).remaining - tell(one).remaining;
    const sorted = [...bounds].sort((one, other) =>
      defects.tellsTheLooser ? order(other, one) : order(one, other),
    );
    if (sorted.length === 0) return undefined;
    return Object.fromEntries(sorted.map((bound) => [bound.kind, tell(bound)]));
  }

  function add(bounds: readonly Bound[], kind: RateKind, amount: number): void {
    for (const bound of bounds) if (bound.kind === kind) windowOf(bound).used += amount;
  }

  return {
    async admit(request): Promise<Admission> {
      const { key, model, inputTokens } = request;
      const bounds = boundsOf(key, defects);
      const asked = { requests: 1, inputTokens, outputTokens: 0 };
      const full = bounds.find((bound) => {
        const left = bound.limit - windowOf(bound).used;
        return bound.kind === "outputTokens" ? left <= 0 : left < asked[bound.kind];
      });
      if (full) {
        if (defects.chargesRefused) add(bounds, "inputTokens", inputTokens);
        const { kind, scope, id } = full;
        throw refusal(
          { kind, scope, id, model, requested: asked[kind], ...tell(full) },
          statusOf(bounds),
        );
      }
      add(bounds, "requests", 1);
      add(bounds, "inputTokens", inputTokens);
      const admission = await limits
        .admit({ ...request, key: withoutRates(key) })
        .catch((error: unknown) => {
          add(bounds, "requests", -1);
          add(bounds, "inputTokens", -inputTokens);
          throw error;
        });
      let estimate = defects.addsToEstimate ? 0 : inputTokens;
      return {
        rates: statusOf(bounds),
        release: () => admission.release(),
        spend({ input, output }) {
          if (defects.ignoresSpend) return;
          add(bounds, "inputTokens", input - estimate);
          add(bounds, "outputTokens", output);
          estimate = 0;
        },
      };
    },
  };
}

function boundsOf(key: KeyRecord, { ignoresAccounts }: WindowDefects): readonly Bound[] {
  const holders = [
    { scope: "key" as const, id: key.id, limits: key.limits },
    ...(ignoresAccounts
      ? []
      : [{ scope: "account" as const, id: key.accountId, limits: key.accountLimits }]),
  ];
  return holders.flatMap(({ scope, id, limits = {} }) => {
    const kinds = {
      requests: limits.requestsPerMinute,
      inputTokens: limits.inputTokensPerMinute,
      outputTokens: limits.outputTokensPerMinute,
    };
    return (Object.keys(kinds) as RateKind[]).flatMap((kind) => {
      const limit = kinds[kind];
      return limit === undefined ? [] : [{ kind, scope, id, limit }];
    });
  });
}

function refusal(exceeded: ExceededRate, rates: RateStatus | undefined): ServiceError {
  return new ServiceError({
    kind: "rate_limited",
    message: "Over the rate.",
    retryAfterSeconds: 1,
    exceeded,
    rates,
  });
}

/** The key as limits see it that count no rates. */
function withoutRates({ limits, accountLimits, ...key }: KeyRecord): KeyRecord {
  const concurrencyOf = (bounds: RateLimits | undefined) =>
    bounds && { concurrentRequests: bounds.concurrentRequests };
  return { ...key, limits: concurrencyOf(limits), accountLimits: concurrencyOf(accountLimits) };
}
