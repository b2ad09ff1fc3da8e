import type { Attempt, AttemptAnnouncement, ModelRequest } from "../model.js";

/** The first attempts of several choices, which are reserved at once. */
export interface ChoiceAttempts {
  /**
   * The first attempt of one choice. Whichever choice asks first reserves for all of them, so that
   * nothing is sent unless there is enough for every choice. A choice that is billed otherwise gets a
   * reservation of its own.
   * @throws what the reservation of any choice throws; then nothing stays reserved
   */
  take(announcement: AttemptAnnouncement): Promise<Attempt>;
  /** How many choices have taken theirs. */
  readonly taken: number;
  /** Returns the reservations that no choice has taken. */
  release(): void;
}

/** Attempts of so many choices, none of which is reserved yet. */
export function createChoiceAttempts(open: ModelRequest["attempt"], count: number): ChoiceAttempts {
  let first: AttemptAnnouncement | undefined;
  let spare: Promise<Attempt[]> | undefined;
  let taken = 0;

  return {
    get taken() {
      return taken;
    },
    async take(announcement) {
      first ??= announcement;
      spare ??= openAll(open, announcement, count);
      const left = await spare;
      const own = isBilledAlike(first, announcement) ? undefined : await open(announcement);
      const reserved = left.pop();
      taken += 1;
      if (own) void reserved?.release();
      return own ?? reserved ?? open(announcement);
    },
    release() {
      void spare?.then(releaseAll, () => undefined);
    },
  };
}

function isBilledAlike(one: AttemptAnnouncement, other: AttemptAnnouncement): boolean {
  const { model, upstream } = one;
  return (
    model.id === other.model.id &&
    model.prices === other.model.prices &&
    upstream === other.upstream
  );
}

/** Opens one attempt for each choice, or none. */
async function openAll(
  open: ModelRequest["attempt"],
  announcement: AttemptAnnouncement,
  count: number,
): Promise<Attempt[]> {
  const results = await Promise.allSettled(Array.from({ length: count }, () => open(announcement)));
  const opened = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const refused = results.find((result) => result.status === "rejected");
  if (!refused) return opened;
  releaseAll(opened);
  throw refused.reason;
}

/** They are not waited for: a ledger that is down would hold up the answer. */
function releaseAll(attempts: Attempt[]): void {
  for (const attempt of attempts.splice(0)) void attempt.release();
}
