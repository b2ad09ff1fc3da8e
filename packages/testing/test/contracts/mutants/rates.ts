import { type Limits, ServiceError } from "@diglot/core";
import type { Mutants } from "./mutant.js";

/** Limits that break what `Limits` promises of rates. */
export const brokenRates: Mutants<Limits> = {
  "says that one more is left": (limits) => ({
    async enter(request) {
      const entrance = await limits.enter(request);
      return {
        ...entrance,
        async admit(asked) {
          const { rates = {}, ...admission } = await entrance.admit(asked);
          const entries = Object.entries(rates).map(([kind, window]) => [
            kind,
            { ...window, remaining: window.remaining + 1 },
          ]);
          return { ...admission, rates: Object.fromEntries(entries) };
        },
      };
    },
  }),
  "says that a rate is whole in an hour": withRefusals(({ exceeded, ...error }) => ({
    ...error,
    exceeded: exceeded && { ...exceeded, resetAt: exceeded.resetAt + 3_600_000 },
  })),
  "takes the rate of a key for that of its account": withRefusals(({ exceeded, ...error }) => ({
    ...error,
    exceeded: exceeded && { ...exceeded, scope: "account" },
  })),
  "does not say which rate is exceeded": withRefusals(({ exceeded: _, ...error }) => error),
  "says nothing for headers when it refuses": withRefusals(({ rates: _, ...error }) => error),
  "charges a request when it enters": (limits) => ({
    async enter(request) {
      const entrance = await limits.enter(request);
      const early = await Promise.resolve(entrance.admit({ model: "model", inputTokens: 0 })).catch(
        () => undefined,
      );
      return early ? { ...entrance, admit: async () => early } : entrance;
    },
  }),
  "keeps the place of a request that is over its rate": withAdmission(
    async (admit, asked, state) => {
      try {
        return await admit(asked);
      } catch (error) {
        state.isKept = true;
        throw error;
      }
    },
  ),
  "lets in what is larger than the rate": withAdmission(async (admit, asked) =>
    admit({ ...asked, inputTokens: Math.min(100, asked.inputTokens) }),
  ),
};

type ErrorParts = ConstructorParameters<typeof ServiceError>[0];
type Admit = Awaited<ReturnType<Limits["enter"]>>["admit"];

/** Changes what is said when a request is over a rate. */
function withRefusals(change: (error: ErrorParts) => ErrorParts): (limits: Limits) => Limits {
  return withAdmission(async (admit, asked) => {
    try {
      return await admit(asked);
    } catch (error) {
      if (!ServiceError.is(error) || error.kind !== "rate_limited") throw error;
      const { kind, message, retryAfterSeconds, exceeded, rates } = error;
      throw new ServiceError(change({ kind, message, retryAfterSeconds, exceeded, rates }));
    }
  });
}

/** Changes how a request is admitted; a place that is kept is not given back. */
function withAdmission(
  change: (
    admit: Admit,
    asked: Parameters<Admit>[0],
    state: { isKept: boolean },
  ) => Promise<Awaited<ReturnType<Admit>>>,
): (limits: Limits) => Limits {
  return (limits) => ({
    async enter(request) {
      const entrance = await limits.enter(request);
      const state = { isKept: false };
      return {
        admit: (asked) => change((again) => entrance.admit(again), asked, state),
        release() {
          if (!state.isKept) entrance.release();
        },
      };
    },
  });
}
