import type { HeaderList } from "../http/answers.js";
import type { SecretSearch } from "../redaction/secret-search.js";
import type { Content } from "./content.js";
import type { AttemptBegun, ReporterEvent } from "./event.js";

/**
 * Receives the events of a service. It is called synchronously and often, so it should defer longer
 * work. Errors that it throws are ignored; a failing reporter never changes an answer.
 */
export interface Reporter {
  (event: ReporterEvent): void;
  /**
   * The headers with which the upstream of an attempt continues the caller's trace; asked once, right
   * after the event was reported. @default the caller's `traceparent` and `tracestate`
   */
  traceHeaders?(attempt: AttemptBegun): HeaderList;
  /**
   * The names of headers by which callers hand on their context beside `traceparent` and `tracestate`,
   * such as `baggage` or `b3`; asked for each request. What the caller has sent of them stands in
   * `contextHeaders` of its events. @default none
   */
  contextHeaders?(): readonly string[];
  /**
   * Runs a part of an attempt, so that what it does can be attributed to the attempt: a step of a model
   * in this process, or the sending of a request. `work` is run at once, and exactly once.
   */
  runAttempt?(attempt: AttemptBegun, work: () => void): void;
  /**
   * Receives prompts and outputs, as the events never do. A service whose reporters have no such
   * function shows nothing to anybody.
   */
  contents?(content: Content): void;
  /**
   * Receives, before any event, a search for the secrets of the service: those of its options, its
   * models and its endpoints. It finds them in texts and shows nobody what they are: a redactor can
   * `learn` it. A reporter of several services gets one from each.
   */
  secrets?(search: SecretSearch): void;
}

/** Reports nothing to anybody. */
export const silentReporter: Reporter = () => undefined;

/** The reporters of a service as one, which never throws; `undefined` if there are none. */
export function joinReporters(
  reporters: Reporter | readonly Reporter[] | undefined,
): Reporter | undefined {
  const all = typeof reporters === "function" ? [reporters] : (reporters ?? []);
  if (all.length === 0) return undefined;
  const tracing = all.find(({ traceHeaders }) => traceHeaders);
  const asking = all.filter(({ contextHeaders }) => contextHeaders);
  const running = all.find(({ runAttempt }) => runAttempt);
  const shown = all.filter(({ contents }) => contents);
  const learning = all.filter(({ secrets }) => secrets);
  const report: Reporter = (event) => {
    for (const reporter of all) callSafely(() => reporter(event));
  };
  if (tracing) report.traceHeaders = (attempt) => askSafely(() => tracing.traceHeaders?.(attempt));
  if (asking.length > 0) {
    report.contextHeaders = () =>
      asking.flatMap((reporter) => askSafely(() => reporter.contextHeaders?.()));
  }
  if (running) report.runAttempt = (attempt, work) => runSafely(running, attempt, work);
  if (shown.length > 0) {
    report.contents = (content) => {
      for (const reporter of shown) callSafely(() => reporter.contents?.(content));
    };
  }
  if (learning.length > 0) {
    report.secrets = (search) => {
      for (const reporter of learning) callSafely(() => reporter.secrets?.(search));
    };
  }
  return report;
}

/** A reporter that fails, at once or later, must not change what the caller gets. */
function callSafely(call: () => unknown): void {
  try {
    void Promise.resolve(call()).catch(() => undefined);
  } catch {}
}

function askSafely<T>(ask: () => readonly T[] | undefined): readonly T[] {
  try {
    return ask() ?? [];
  } catch {
    return [];
  }
}

/** Runs the work once, whatever the reporter does; only what the work throws is thrown. */
function runSafely(reporter: Reporter, attempt: AttemptBegun, work: () => void): void {
  let outcome: { readonly error?: unknown } | undefined;
  const runOnce = () => {
    if (outcome) return;
    outcome = {};
    try {
      work();
    } catch (error) {
      outcome = { error };
    }
  };
  callSafely(() => reporter.runAttempt?.(attempt, runOnce));
  runOnce();
  if (outcome && "error" in outcome) throw outcome.error;
}
