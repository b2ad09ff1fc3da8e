import { clip } from "../errors/clip.js";
import { toPlainText } from "../redaction/printable.js";
import { createRedactor } from "../redaction/redactor.js";
import type { Failure } from "./event.js";
import type { Reporter } from "./reporter.js";

/** Milliseconds in which failures of one kind are printed once. */
const quietTime = 1_000;

/** Mistakes of callers, and a service that is full or closing, are no failures of the operator's parts. */
const unprinted: ReadonlySet<Failure["fault"]> = new Set(["caller", "service"]);

/** The most UTF-16 units of one error; a message may quote a whole request. */
const longestText = 8_000;

/** Causes that are followed; a chain may be a circle. */
const mostCauses = 8;

/**
 * The reporter of a service that sets none. It prints to `console.error` what only the operator can fix:
 * defects with their stack, what an upstream refuses of the operator's settings, and failures of stores
 * and upstreams. Each kind is printed once a second, and defects once for each place in the code. Mistakes of callers are not printed, nor that the service
 * is full or closing.
 */
export function createConsoleReporter(): Reporter {
  const printed = new Map<string, Printed>();
  const redactor = createRedactor([]);
  const reporter: Reporter = (event) => {
    if (event.type !== "failure" || unprinted.has(event.fault)) return;
    const name = nameOf(event);
    const last = printed.get(name);
    if (last && event.at - last.at < quietTime) {
      last.more += 1;
      return;
    }
    printed.set(name, { at: event.at, more: 0 });
    console.error(toPlainText(redactor.text(toLines(event, last?.more ?? 0))));
  };
  reporter.secrets = (search) => redactor.learn(search);
  return reporter;
}

/** What is printed once a second. There are as many as there are kinds, and places in the code that throw. */
function nameOf({ kind, fault, error }: Failure): string {
  if (fault !== "defect" || !(error instanceof Error)) return kind;
  const { message, stack = "" } = error;
  // A caller may have chosen the message, and what looks like a place in it.
  const end = stack.indexOf(message) + message.length;
  const place = /^\s+at .+$/m.exec(stack.slice(end))?.[0] ?? "";
  return `${kind}${place}`;
}

/** When something was printed, and how often it was not since. */
interface Printed {
  readonly at: number;
  more: number;
}

function toLines(failure: Failure, more: number): string {
  const { kind, fault, requestId, attemptId, model } = failure;
  const about = [
    requestId && `request ${requestId}`,
    attemptId && `attempt ${attemptId}`,
    model && `model "${model}"`,
  ].filter(Boolean);
  const unseen = more > 0 ? ` (${more} more of this kind were not printed)` : "";
  const head = [`diglot: ${sentences[failure.step]}`, ...about, kind].join(", ");
  return `${head}${unseen}: ${describe(failure.error, fault === "defect")}`;
}

/** What has failed, by the step. */
const sentences: Readonly<Record<Failure["step"], string>> = {
  attempt: "a request has failed",
  heartbeat: "a heartbeat was not written to the ledger",
  idempotency: "the answer to an idempotency key was not stored",
  documents: "a reply was not kept for later requests",
  readiness: "a store is not ready",
  recover: "abandoned rows of the ledger were not recovered",
  release: "the limits have not taken a place back",
  settle: "the end of an attempt was not written to the ledger",
  spend: "the limits have not counted the tokens of an attempt",
};

/** An error with its causes. The stack of a defect says where it is; other failures need no stack. */
function describe(error: unknown, withStack: boolean): string {
  const parts: string[] = [];
  let cause = error;
  while (cause !== undefined && parts.length < mostCauses) {
    parts.push(clip(toText(cause, withStack), longestText));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  if (withStack) return parts.join("\nCaused by: ");
  return parts.map((part) => part.replace(/\.$/, "")).join(": ");
}

function toText(error: unknown, withStack: boolean): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : typeof error;
  return (withStack ? error.stack : undefined) ?? error.message;
}
