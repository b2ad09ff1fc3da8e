import type { Moment, RequestDetail } from "../../wire.js";
import { duration } from "../parts/format.js";
import { LongList } from "../parts/long-list.js";
import { type Run, toRuns } from "./runs.js";
import { toTicks } from "./ticks.js";

/** Gaps of this many milliseconds or more are pointed out. */
const longGap = 250;
const textShown = 160;
/** Pixels of a line that is not broken. */
const lineHeight = 26;

/** When what has happened, with the gaps between. */
export function TimeLine({ moments, summary, contents, lostEvents }: RequestDetail) {
  if (moments.length === 0) return null;
  const end = Math.max(moments.at(-1)?.at ?? 0, summary.at + 1);
  const width = end - summary.at;
  const runs = toRuns(moments);
  return (
    <section aria-label="Timeline">
      <h2>
        Timeline <span class="quiet">{duration(width)}</span>
      </h2>
      <Strip moments={moments} begin={summary.at} width={width} />
      <LongList
        items={runs}
        itemHeight={lineHeight}
        draw={(some, first) => (
          <ol class="moments">
            {some.map((run, index) => (
              // Runs are only added at the end, so their place is their name.
              <Line key={`${first + index}-${run.first.label}`} run={run} begin={summary.at} />
            ))}
          </ol>
        )}
      />
      {contents === "off" && (
        <p class="quiet">The events of the reply are shown if contents are captured.</p>
      )}
      {lostEvents > 0 && <p class="quiet">{lostEvents} more events were not kept.</p>}
    </section>
  );
}

interface StripOptions {
  readonly moments: readonly Moment[];
  readonly begin: number;
  readonly width: number;
}

function Strip({ moments, begin, width }: StripOptions) {
  return (
    <svg class="strip" viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
      {toTicks(moments, begin, width).map(({ name, path }) => (
        <path key={name} class={`tick-${name}`} d={path} />
      ))}
    </svg>
  );
}

function Line({ run, begin }: { readonly run: Run; readonly begin: number }) {
  const { first, moments, gap, longestGap, at, end } = run;
  const isMany = moments.length > 1;
  const text = beginningOf(moments);
  return (
    <li class={`moment-${first.isBad ? "bad" : first.kind}`}>
      <span class="moment-at">+{duration(at - begin)}</span>
      <span class={`moment-gap${gap >= longGap ? " long" : ""}`}>
        {gap >= 1 ? duration(gap) : ""}
      </span>
      <span class="moment-label">
        {isMany ? `${moments.length} × ${first.group}` : first.label}
      </span>
      <span class="moment-detail">
        {first.kind === "block" && isMany ? "" : text.slice(0, textShown)}
        {text.length > textShown ? "…" : ""}
        {isMany && (
          <span class="quiet">
            {" "}
            over {duration(end - at)}, longest gap {duration(longestGap)}
          </span>
        )}
      </span>
    </li>
  );
}

/** The texts of moments, and no more of them than tells whether there are more than is shown. */
function beginningOf(moments: readonly Moment[]): string {
  let text = "";
  for (const { detail = "" } of moments) {
    if (text.length > textShown) break;
    text += detail;
  }
  return text;
}
