import {
  type Admission,
  type AdmissionRequest,
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

/** One limit of a request. */
interface Quota {
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
  readonly reportsTheLooser?: boolean;
}

/** Fixed windows of one minute over other limits, as simple as can be: they show that the cases of rates can be kept. */
export function withWindows(
  limits: Limits,
  now: () => number,
  defects: WindowDefects = {},
): Limits {
  const windows = new Map<string, Window>();

  function windowOf({ kind, scope, id }: Quota): Window {
    const name = JSON.stringify([kind, scope, defects.sharesWindows ? "" : id]);
    const known = windows.get(name);
    if (known && (known.endsAt > now() || defects.neverEnds)) return known;
    const window = { used: 0, endsAt: now() + minute };
    windows.set(name, window);
    return window;
  }

  function report(quota: Quota): RateWindow {
    const { used, endsAt } = windowOf(quota);
    return { limit: quota.limit, remaining: Math.max(0, quota.limit - used), resetAt: endsAt };
  }

  function statusOf(quotas: readonly Quota[]): RateStatus | undefined {
    const order = (one: Quota, other: Quota) => report(other).remaining - report(one).remaining;
    const sorted = [...quotas].sort((one, other) =>
      defects.reportsTheLooser ? order(other, one) : order(one, other),
    );
    if (sorted.length === 0) return undefined;
    return Object.fromEntries(sorted.map((quota) => [quota.kind, report(quota)]));
  }

  function add(quotas: readonly Quota[], kind: RateKind, amount: number): void {
    for (const quota of quotas) if (quota.kind === kind) windowOf(quota).used += amount;
  }

  return {
    async enter(request) {
      const { key } = request;
      const entrance = await limits.enter({ ...request, key: withoutRates(key) });
      return { release: () => entrance.release(), admit: async (asked) => charge(key, asked) };
    },
  };

  function charge(key: KeyRecord, { model, inputTokens }: AdmissionRequest): Admission {
    const quotas = quotasOf(key, defects);
    const asked = { requests: 1, inputTokens, outputTokens: 0 };
    const full = quotas.find((quota) => {
      const left = quota.limit - windowOf(quota).used;
      return quota.kind === "outputTokens" ? left <= 0 : left < asked[quota.kind];
    });
    if (full) {
      if (defects.chargesRefused) add(quotas, "inputTokens", inputTokens);
      const { kind, scope, id } = full;
      throw refusal(
        { kind, scope, id, model, requested: asked[kind], ...report(full) },
        statusOf(quotas),
      );
    }
    add(quotas, "requests", 1);
    add(quotas, "inputTokens", inputTokens);
    let estimate = defects.addsToEstimate ? 0 : inputTokens;
    return {
      rates: statusOf(quotas),
      spend({ input, output }) {
        if (defects.ignoresSpend) return;
        add(quotas, "inputTokens", input - estimate);
        add(quotas, "outputTokens", output);
        estimate = 0;
      },
    };
  }
}

function quotasOf(key: KeyRecord, { ignoresAccounts }: WindowDefects): readonly Quota[] {
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

/** The key without rates, for limits that count none. */
function withoutRates({ limits, accountLimits, ...key }: KeyRecord): KeyRecord {
  const concurrencyOf = (rates: RateLimits | undefined) =>
    rates && { concurrentRequests: rates.concurrentRequests };
  return { ...key, limits: concurrencyOf(limits), accountLimits: concurrencyOf(accountLimits) };
}
