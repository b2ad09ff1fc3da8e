import type { ComponentChildren } from "preact";
import { shortDollars } from "../parts/format.js";

interface MeterOptions {
  readonly name: string;
  readonly kind: string;
  /** Nano-dollars, as the others; null for no limit. */
  readonly limit: number | null;
  readonly spent: number;
  readonly reserved: number;
  /** What can be done to it. */
  readonly children: ComponentChildren;
}

/** From this percentage on a limit is nearly used up. */
const nearlyAll = 90;

/** How much of an amount is used. */
export function Meter({ name, kind, limit, spent, reserved, children }: MeterOptions) {
  const used = percentOf(spent + reserved, limit);
  return (
    <li>
      <span>
        <b>{name}</b> <span class="quiet">{kind}</span>
      </span>
      <span class="balance-numbers">
        {shortDollars(spent)}
        <span class="quiet">{limit === null ? " spent" : ` of ${shortDollars(limit)}`}</span>
        {used !== undefined && (
          <span class={used > nearlyAll ? "bad" : ""}>
            {" "}
            ({used > 0 && used < 1 ? "under 1" : used}% used)
          </span>
        )}
        {reserved > 0 && <span class="quiet">, {shortDollars(reserved)} reserved</span>}
      </span>
      {used !== undefined && (
        <span class="lane" aria-hidden="true">
          <i
            class={used > nearlyAll ? "full" : ""}
            style={{ width: `${Math.min(100, Math.max(0.5, used))}%` }}
          />
        </span>
      )}
      <span class="actions">{children}</span>
    </li>
  );
}

/** Whole percents, rounded down; of what is less than one, a part of it. */
function percentOf(used: number, limit: number | null): number | undefined {
  if (limit === null) return undefined;
  if (limit <= 0) return 100;
  const percent = (100 * Math.max(0, used)) / limit;
  return percent < 1 ? percent : Math.floor(percent);
}
