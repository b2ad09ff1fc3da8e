import type { Answer } from "@diglot/core";
import {
  cut,
  duplicate,
  errorEvent,
  garbage,
  noTerminal,
  reset,
  stall,
  trickle,
} from "./body/body-faults.js";
import { rechunk } from "./body/rechunk.js";
import { withBody } from "./body/transform-body.js";
import type { Fault, FaultOf } from "./fault.js";
import type { FaultContext } from "./fault-context.js";
import { lostAnswer } from "./lost-answer.js";
import { bytesBefore } from "./places/at-place.js";

/** Faults that change an answer; the others are no answer at all. */
export type AnswerFault = Exclude<Fault, { readonly type: "error" | "silence" }>;

type Apply = {
  readonly [K in AnswerFault["type"]]: (
    answer: Answer,
    fault: FaultOf<K>,
    context: FaultContext,
  ) => Answer;
};

const applyByType: Apply = {
  html: (_, { status }) => htmlAnswer(status),
  unreachable: () => lostAnswer,
  content_type: (answer, { value }) => withHeader(answer, "content-type", value),
  cut: (answer, fault, context) => withBody(withClose(answer), cut(fault, context)),
  reset: (answer, fault, context) => withBody(answer, reset(fault, context)),
  stall: (answer, fault, context) => withBody(answer, stall(fault, context)),
  garbage(answer, fault, context) {
    const added = new TextEncoder().encode(fault.bytes).length;
    return withBody(
      withMore(answer, () => added),
      garbage(fault, context),
    );
  },
  duplicate(answer, fault, context) {
    const longer = withMore(answer, (length) => bytesBefore(fault.at, length));
    return withBody(longer, duplicate(fault, context));
  },
  error_event: (answer, fault, context) =>
    context.isStream ? withBody(answer, errorEvent(fault, context)) : answer,
  no_terminal: (answer, _, context) =>
    context.isStream ? withBody(answer, noTerminal(context)) : answer,
  chunks: (answer, { chunks }) => rechunk(answer, chunks),
  trickle: (answer, fault, context) => withBody(answer, trickle(fault, context)),
};

/**
 * An answer with all that goes wrong with it, one fault after another.
 * @throws TypeError for a fault that does not exist
 */
export function applyFaults(
  answer: Answer,
  faults: readonly AnswerFault[],
  context: FaultContext,
): Answer {
  return faults.reduce((changed, fault) => {
    if (!Object.hasOwn(applyByType, fault.type)) {
      throw new TypeError(`There is no fault "${fault.type}".`);
    }
    return applyByType[fault.type](changed, fault as never, context);
  }, answer);
}

/** A page as proxies make it. */
function htmlAnswer(status: number): Answer {
  const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n</body>\r\n</html>\r\n`;
  const body = new TextEncoder().encode(page);
  return {
    status,
    headers: [
      ["content-type", "text/html"],
      ["content-length", String(body.length)],
    ],
    body,
  };
}

/** Puts a header in the place of those of that name; without a value the header is removed. */
function withHeader(answer: Answer, name: string, value: string | undefined): Answer {
  const others = answer.headers.filter(([other]) => other !== name);
  const headers = value === undefined ? others : [[name, value] as const, ...others];
  return { ...answer, headers };
}

function lengthOf({ headers }: Answer): string | undefined {
  return headers.find(([name]) => name === "content-length")?.[1];
}

/** The length that a head promises, and more; a head that promises none stays as it is. */
function withMore(answer: Answer, added: (length: number) => number): Answer {
  const length = lengthOf(answer);
  if (length === undefined) return answer;
  return withHeader(answer, "content-length", String(Number(length) + added(Number(length))));
}

/** A body shorter than its head promises is only over for its reader when the connection is. */
function withClose(answer: Answer): Answer {
  return lengthOf(answer) === undefined ? answer : withHeader(answer, "connection", "close");
}
