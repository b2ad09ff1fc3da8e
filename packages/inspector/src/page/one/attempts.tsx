import type { RequestDetail, ShownAttempt } from "../../wire.js";
import { count, duration, plain, shortDollars } from "../parts/format.js";
import { serviceTime } from "../state/requests.js";

/** The attempts of retry, fallback and balance: where they went, how long they took, how they ended. */
export function Attempts({ attempts, summary }: RequestDetail) {
  if (attempts.length === 0) return null;
  const ends = attempts.map(({ beganAt, endedAt }) => endedAt ?? beganAt);
  const over =
    summary.milliseconds === undefined ? serviceTime.value : summary.at + summary.milliseconds;
  const end = Math.max(...ends, over, summary.at + 1);
  const span = { begin: summary.at, width: end - summary.at };
  return (
    <section aria-label="Attempts">
      <h2>Attempts</h2>
      <ol class="attempts">
        {attempts.map((attempt) => (
          <Attempt key={attempt.attemptId} attempt={attempt} span={span} />
        ))}
      </ol>
    </section>
  );
}

interface Span {
  readonly begin: number;
  readonly width: number;
}

function Attempt({ attempt, span }: { readonly attempt: ShownAttempt; readonly span: Span }) {
  const { number, model, upstream, upstreamModel, upstreamFormat, upstreamKey } = attempt;
  const { failure, end, keyRestMilliseconds } = attempt;
  const until = attempt.endedAt ?? span.begin + span.width;
  const bar = {
    left: `${percent(attempt.beganAt - span.begin, span)}%`,
    width: `${Math.max(0.4, percent(until - attempt.beganAt, span))}%`,
  };
  const where = [upstream, upstreamModel, upstreamFormat, upstreamKey].filter(Boolean).join(", ");
  return (
    <li class={failure ? "failed" : ""}>
      <span class="attempt-number">{number}</span>
      <span class="attempt-where">
        <b>{model}</b> <span class="quiet">{where || "in this process"}</span>
      </span>
      <span class="attempt-end">
        {failure ? (
          <span class="bad">
            {plain(failure.kind)}
            {failure.upstreamStatus ? ` ${failure.upstreamStatus}` : ""}
            {keyRestMilliseconds ? `, key rests ${duration(keyRestMilliseconds)}` : ""}
          </span>
        ) : (
          plain(end ?? "running")
        )}
      </span>
      <span class="attempt-numbers">
        {duration(attempt.milliseconds)}
        <span class="quiet"> · </span>
        {count(attempt.usage?.output)} out
        <span class="quiet"> · </span>
        {shortDollars(attempt.costNanoDollars)}
        <span class="quiet"> of {shortDollars(attempt.reservedNanoDollars)} reserved</span>
      </span>
      <span class="lane" aria-hidden="true">
        <i style={bar} />
      </span>
      {failure && <pre>{failure.message}</pre>}
    </li>
  );
}

function percent(milliseconds: number, { width }: Span): number {
  return Math.min(100, Math.max(0, (100 * milliseconds) / width));
}
