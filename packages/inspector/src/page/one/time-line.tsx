import type { Moment, RequestDetail } from "../../wire.js";
import { duration } from "../parts/format.js";
import { type Run, toRuns } from "./runs.js";

/** Gaps of this many milliseconds or more are pointed out. */
const longGap = 250;
const textShown = 160;

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
      <ol class="moments">
        {runs.map((run, index) => (
          // Runs are only added at the end, so their place is their name.
          <Line key={`${index}-${run.first.label}`} run={run} begin={summary.at} />
        ))}
      </ol>
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
      {moments.map(({ at, kind, isBad }, index) => {
        const x = (1_000 * (at - begin)) / width;
        const [top, bottom] = kind === "event" || kind === "block" ? [8, 20] : [2, 26];
        const name = isBad ? "bad" : kind;
        return <path key={index} class={`tick-${name}`} d={`M${x.toFixed(2)} ${top}V${bottom}`} />;
      })}
    </svg>
  );
}

function Line({ run, begin }: { readonly run: Run; readonly begin: number }) {
  const { first, moments, gap, longestGap, at, end } = run;
  const isMany = moments.length > 1;
  const text = moments.map(({ detail }) => detail ?? "").join("");
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
