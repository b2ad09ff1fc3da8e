import {
  type FailureFacts,
  type ReceiptEntry,
  type Reporter,
  type RequestEnded,
  type UsageCounts,
  usageKinds,
} from "@diglot/core";
import type { Log } from "../../log/log.js";
import { type Counter, createCounter } from "./count.js";
import type { Loss, Problem, RequestFailure, Summary } from "./summary.js";

/** Counts what a tool uses, while nothing may be written on the terminal. */
export interface Tally {
  readonly reporter: Reporter;
  /** Keeps what has failed in the background. */
  readonly log: Log;
  summarize(milliseconds: number): Summary;
}

/** What was counted until now. */
interface State {
  arrived: number;
  requests: number;
  usage: UsageCounts;
  costNanoDollars: number;
  readonly models: Counter<{ readonly model: string }>;
  readonly failures: Counter<RequestFailure>;
  readonly problems: Counter<Problem>;
  readonly losses: Counter<Loss>;
}

/** Begins to count. */
export function createTally(): Tally {
  const state: State = {
    arrived: 0,
    requests: 0,
    usage: { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0, reasoning: 0 },
    costNanoDollars: 0,
    models: createCounter(),
    failures: createCounter(),
    problems: createCounter(),
    losses: createCounter(),
  };
  const keepProblem = (message: string, error: unknown) =>
    state.problems.add({ message: `${message} ${explain(error)}` });
  return {
    reporter(event) {
      if (event.type === "request_ended") countRequest(state, event);
      if (event.type === "failure")
        keepProblem(`The step "${event.step}" has failed.`, event.error);
    },
    log: {
      reporter: () => undefined,
      setLevel: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: keepProblem,
      flush: () => undefined,
    },
    summarize: (milliseconds) => ({
      milliseconds,
      arrived: state.arrived,
      requests: state.requests,
      models: state.models.list(),
      usage: state.usage,
      costNanoDollars: state.costNanoDollars,
      failures: state.failures.list(),
      problems: state.problems.list(),
      losses: state.losses.list(),
    }),
  };
}

function countRequest(state: State, event: RequestEnded): void {
  state.arrived += 1;
  if (event.operation === "generate") {
    state.requests += 1;
    state.usage = addUsage(state.usage, event.usage);
    state.costNanoDollars += event.costNanoDollars;
    const model = event.attempts.at(-1)?.model;
    if (model !== undefined && event.outcome === "answered") state.models.add({ model });
  }
  if (event.failure) state.failures.add(toFailure(event, event.failure));
  // What was only written differently is not lost.
  const lost = event.losses.filter(({ code }) => code !== "reshaped");
  // A request that loses the same field in every turn of its history counts once.
  const kinds = new Map(lost.map(toLoss).map((loss) => [JSON.stringify(loss), loss]));
  for (const loss of kinds.values()) state.losses.add(loss);
}

function addUsage(one: UsageCounts, other: UsageCounts): UsageCounts {
  const sums = usageKinds.map((kind) => [kind, one[kind] + other[kind]]);
  return Object.fromEntries(sums) as UsageCounts;
}

function toFailure({ status, attempts, requestedModel }: RequestEnded, failure: FailureFacts) {
  const { model = requestedModel, upstream } = attempts.at(-1) ?? {};
  return { status, model, upstream, message: explain(failure.error) };
}

function toLoss({ code, direction, at, reason }: ReceiptEntry): Loss {
  const names = at.split("/").filter((step) => step !== "" && !/^\d+$/.test(step));
  return { code, direction, field: names.join("."), reason };
}

/** The message of an error, and those of its causes that add something. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (cause === undefined) return message;
  const reason = explain(cause);
  return message.includes(reason) ? message : `${message} (${reason})`;
}
