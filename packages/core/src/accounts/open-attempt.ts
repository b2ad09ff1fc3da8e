import { ServiceError } from "../errors/service-error.js";
import type { Attempt, AttemptAnnouncement } from "../models/model.js";
import type { Settings } from "../options.js";
import type { KeyRecord } from "./keys.js";
import type { Reservation } from "./ledger.js";
import { costOf, worstCostOf } from "./prices.js";

/** The request whose attempts are written down. */
export interface AttemptContext {
  readonly settings: Settings;
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly format: string;
  /** An upper bound of the input tokens: the bytes of the body, since a token covers at least one. */
  readonly inputBound: number;
  /** The most tokens of the whole reply. */
  readonly reservedOutput: number;
  /** Is told of each settlement that is under way. */
  readonly track: (work: Promise<unknown>) => void;
}

/**
 * Opens the ledger row of one attempt and takes its reservation. The row reaches one final state,
 * whichever of `close` and `release` is called first.
 * @throws ServiceError of the ledger, or `store_unavailable` if the ledger failed otherwise
 */
export async function openAttempt(
  context: AttemptContext,
  { model }: AttemptAnnouncement,
): Promise<Attempt> {
  const { settings } = context;
  const reservation = toReservation(context, model);
  await attemptWrite(() => settings.ledger.reserve(reservation)).catch((error: unknown) => {
    throw ServiceError.is(error) ? error : storeUnavailable(error);
  });
  let open = true;

  function finish(write: () => Promise<void>): Promise<void> {
    if (!open) return Promise.resolve();
    open = false;
    const work = attemptWrite(write).catch((error: unknown) => {
      settings.report({ type: "failure", requestId: context.requestId, step: "settle", error });
    });
    context.track(work);
    return work;
  }

  return {
    close: (end, usage) =>
      finish(async () => {
        const settlement = {
          attemptId: reservation.attemptId,
          usage,
          costNanoDollars: costOf(usage, model.prices),
          end,
          settledAt: settings.clock.now(),
        };
        await settings.ledger.settle(settlement);
        settings.report({
          type: "settled",
          row: { ...reservation, ...settlement, state: "settled" },
        });
      }),
    release: () => finish(() => settings.ledger.release(reservation.attemptId)),
  };
}

/** A port may throw instead of rejecting. */
async function attemptWrite(write: () => Promise<void>): Promise<void> {
  await write();
}

/**
 * The most tokens that are reserved for one reply; no reply is that long. Callers may set bounds so
 * large that sums of them would no longer be exact.
 */
const mostOutput = 1_000_000_000;

function toReservation(context: AttemptContext, model: AttemptAnnouncement["model"]): Reservation {
  const { settings, key } = context;
  const tokens = {
    input: context.inputBound,
    output: Math.min(context.reservedOutput, mostOutput),
  };
  return {
    attemptId: settings.ids.create("att_", 22),
    requestId: context.requestId,
    accountId: key.accountId,
    keyId: key.id,
    model: model.id,
    format: context.format,
    openedAt: settings.clock.now(),
    reservedTokens: tokens,
    reservedNanoDollars: worstCostOf(tokens, model.prices),
  };
}

/** The error for a port whose store failed: nobody is let in, and nothing is sent unpaid. */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError({
    kind: "store_unavailable",
    message: "The service cannot reach one of its stores. Try again soon.",
    retryAfterSeconds: 5,
    cause,
  });
}
