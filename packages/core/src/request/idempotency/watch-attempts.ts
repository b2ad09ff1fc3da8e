import type { Bookkeeper } from "../../accounts/bookkeeper/bookkeeper.js";
import { type FinalUsage, usageKinds } from "../../conversation/usage.js";
import type { Attempt } from "../../models/model.js";

/** A bookkeeper for one request, and what is known of its attempts. */
export interface WatchedAttempts {
  readonly bookkeeper: Bookkeeper;
  /** Whether an attempt was settled with usage, or is still open. */
  mayHaveRun(): boolean;
}

/** Watches whether the attempts of one request may have cost something. */
export function watchAttempts(bookkeeper: Bookkeeper): WatchedAttempts {
  /** The attempts that are not known to have used nothing. */
  const maybe = new Set<Attempt>();
  return {
    mayHaveRun: () => maybe.size > 0,
    bookkeeper: {
      ...bookkeeper,
      async open(context, announcement) {
        const attempt = await bookkeeper.open(context, announcement);
        maybe.add(attempt);
        return watch(attempt, () => maybe.delete(attempt));
      },
    },
  };
}

/** Only the end that comes first counts, as in the books. */
function watch(attempt: Attempt, onUnused: () => void): Attempt {
  let open = true;
  function end(unused: boolean): void {
    if (open && unused) onUnused();
    open = false;
  }
  return {
    ...attempt,
    close(reason, usage, rawUsage) {
      end(isUnused(usage));
      return attempt.close(reason, usage, rawUsage);
    },
    release() {
      end(true);
      return attempt.release();
    },
  };
}

function isUnused(usage: FinalUsage): boolean {
  return usageKinds.every((kind) => usage[kind] === 0);
}
