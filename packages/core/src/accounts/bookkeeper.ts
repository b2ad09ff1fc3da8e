import { ServiceError } from "../errors/service-error.js";
import type { Attempt, AttemptAnnouncement } from "../models/model.js";
import type { Settings } from "../options.js";
import type { KeyRecord } from "./keys.js";
import type { CallerGonePolicy, Reservation, Settlement } from "./ledger.js";
import { pricesAt, worstCostOf } from "./prices.js";
import { costOfAttempt } from "./rows.js";

/** The request whose attempts are written down. */
export interface AttemptContext {
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly format: string;
  readonly idempotencyKey: string | undefined;
  readonly onCallerGone: CallerGonePolicy;
  /** An upper bound of the input tokens. */
  readonly inputBound: number;
  /** The most tokens of the whole reply. */
  readonly reservedOutput: number;
  /** Is told of each settlement that is under way. */
  readonly track: (work: Promise<unknown>) => void;
  /** Is told what each try has used. */
  readonly spend: (tokens: { readonly input: number; readonly output: number }) => void;
}

/** Keeps the books of one service: every attempt passes through it. */
export interface Bookkeeper {
  /**
   * Opens the ledger row of one attempt and takes its reservation. The row reaches one final state,
   * whichever of `close` and `release` is called first.
   * @throws ServiceError of the ledger, or `store_unavailable` if the ledger failed otherwise
   */
  open(context: AttemptContext, announcement: AttemptAnnouncement): Promise<Attempt>;
}

/** What a bookkeeper needs of a service. */
export type BookkeeperSettings = Pick<
  Settings,
  "ledger" | "ledgerTimes" | "clock" | "ids" | "report"
>;

/** The bookkeeper of one service. */
export function createBookkeeper(settings: BookkeeperSettings): Bookkeeper {
  return { open: (context, announcement) => openAttempt(settings, context, announcement) };
}

async function openAttempt(
  settings: BookkeeperSettings,
  context: AttemptContext,
  { model }: AttemptAnnouncement,
): Promise<Attempt> {
  const { ledger, ledgerTimes, clock, report } = settings;
  const reservation = toReservation(settings, context, model);
  const { attemptId } = reservation;
  await attemptWrite(() => ledger.reserve(reservation, ledgerTimes.lease)).catch(
    (error: unknown) => {
      throw ServiceError.is(error) ? error : storeUnavailable(error);
    },
  );
  let open = true;

  function finish(write: () => Promise<void>): Promise<void> {
    if (!open) return Promise.resolve();
    open = false;
    const work = attemptWrite(write).catch((error: unknown) => {
      report({ type: "failure", requestId: context.requestId, step: "settle", error });
    });
    context.track(work);
    return work;
  }

  return {
    id: attemptId,
    sent() {
      void ledger.beat([{ attemptId, observed: {} }], ledgerTimes.lease).catch(() => undefined);
    },
    close: (end, usage, rawUsage) =>
      finish(async () => {
        const settlement: Settlement = {
          attemptId,
          usage,
          rawUsage,
          costNanoDollars: costOfAttempt(reservation, usage, end),
          end,
          settledAt: clock.now(),
        };
        const { input, cacheRead, cacheWrite, cacheWriteLong, output } = usage;
        context.spend({ input: input + cacheRead + cacheWrite + cacheWriteLong, output });
        await ledger.settle(settlement);
        report({ type: "settled", row: { ...reservation, ...settlement, state: "settled" } });
      }),
    release: () => finish(() => ledger.release(attemptId, clock.now())),
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

function toReservation(
  { ids, clock }: BookkeeperSettings,
  context: AttemptContext,
  model: AttemptAnnouncement["model"],
): Reservation {
  const openedAt = clock.now();
  const prices = pricesAt(model.prices, openedAt);
  const reservedTokens = {
    input: context.inputBound,
    output: Math.min(context.reservedOutput, mostOutput),
  };
  return {
    attemptId: ids.create("att_", 22),
    requestId: context.requestId,
    accountId: context.key.accountId,
    keyId: context.key.id,
    model: model.id,
    format: context.format,
    idempotencyKey: context.idempotencyKey,
    openedAt,
    reservedTokens,
    reservedNanoDollars: worstCostOf(reservedTokens, prices),
    prices,
    onCallerGone: context.onCallerGone,
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
