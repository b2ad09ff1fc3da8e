import type { AttemptEnded, EndedAttempt, ReporterEvent } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import { attemptErrorType, attemptNames } from "../facts/attempt.js";
import { identityOf } from "../facts/identity.js";
import { toSeconds } from "../facts/time.js";
import { inputOf } from "../facts/tokens.js";
import type { Identity } from "../options.js";
import type { Instruments } from "./instruments.js";

type Recovered = Extract<ReporterEvent, { readonly type: "recovered" }>;

const nanoDollars = 1_000_000_000;

/** Measures an attempt that has ended. */
export function measureAttempt(
  event: AttemptEnded,
  instruments: Instruments,
  named: ReadonlySet<Identity>,
): void {
  const { attempt, stream } = event;
  const names = { ...attemptNames(attempt, event.format), ...identityOf(event, named) };
  // Nothing was asked of a model, so it would count as an answer in no time.
  if (attempt.end !== "unsent") {
    const ended = { ...names, "error.type": attemptErrorType(attempt) };
    instruments.attemptDuration.record(toSeconds(attempt.milliseconds), ended);
  }
  if (stream && attempt.firstContentMilliseconds !== undefined) {
    instruments.timeToFirstChunk.record(toSeconds(attempt.firstContentMilliseconds), names);
  }
  if (attempt.keyRestMilliseconds !== undefined) instruments.keyRests.add(1, names);
  measureTokens(attempt, instruments, names);
  addCost(attempt.costNanoDollars, instruments, names);
}

/** Adds the cost of an attempt whose process was lost. */
export function measureRecovered(
  { row }: Recovered,
  instruments: Instruments,
  named: ReadonlySet<Identity>,
): void {
  addCost(row.costNanoDollars, instruments, {
    "diglot.model": row.model,
    ...identityOf(row, named),
  });
}

function measureTokens(
  { usage }: EndedAttempt,
  { tokenUsage }: Instruments,
  names: Attributes,
): void {
  if (usage.sources.input !== "none") {
    tokenUsage.record(inputOf(usage), { ...names, "gen_ai.token.type": "input" });
  }
  if (usage.sources.output !== "none") {
    tokenUsage.record(usage.output, { ...names, "gen_ai.token.type": "output" });
  }
}

function addCost(cost: number, instruments: Instruments, names: Attributes): void {
  if (cost > 0) instruments.cost.add(cost / nanoDollars, names);
}
