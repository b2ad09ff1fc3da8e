import {
  at,
  equal,
  holds,
  isAnswer,
  isCount,
  isFilled,
  isJson,
  isJsonList,
  isOneOf,
  isString,
  type Json,
  matches,
  toText,
} from "../../expect.js";
import type { Probe, ProbedAnswer } from "../../probing/probe.js";
import { isEnvelope } from "./envelope.js";
import { isUsage, type Usage } from "./usage.js";

/** A completion whose form is right; of several choices the first. */
export interface Completion {
  readonly body: Json;
  readonly choices: readonly Json[];
  readonly message: Json;
  readonly content: string | null;
  /** May be empty. */
  readonly calls: readonly Json[];
  readonly finish: string;
  readonly usage: Usage;
}

/** Why a choice may end. */
export const finishReasons = ["stop", "length", "tool_calls", "content_filter", "function_call"];

const effort = "reasoning_effort";

/** The completion in an answer. @throws an error unless it is a whole one in the form of the wire */
export function isCompletion(answer: ProbedAnswer): Completion {
  const body = isAnswer(answer);
  matches(answer.headers.get("content-type"), /^application\/json\b/i, "content-type");
  equal(body.object, "chat.completion", "object");
  isFilled(body.id, "id");
  isCount(body.created, "created");
  isFilled(body.model, "model");
  const choices = isJsonList(body.choices, "choices");
  choices.forEach(isChoice);
  const first = isJson(choices[0], "choices.0");
  const message = isJson(first.message, "choices.0.message");
  return {
    body,
    choices,
    message,
    content: typeof message.content === "string" ? message.content : null,
    calls: message.tool_calls === undefined ? [] : isCalls(message.tool_calls),
    finish: isString(first.finish_reason, "choices.0.finish_reason"),
    usage: isUsage(body.usage),
  };
}

function isChoice(choice: Json, position: number): void {
  const name = `choices.${position}`;
  isCount(choice.index, `${name}.index`);
  isOneOf(choice.finish_reason, finishReasons, `${name}.finish_reason`);
  const message = isJson(choice.message, `${name}.message`);
  equal(message.role, "assistant", `${name}.message.role`);
  const { content } = message;
  holds(Object.hasOwn(message, "content"), `${name}.message.content is absent`, message);
  holds(
    content === null || typeof content === "string",
    `${name}.message.content is no text or null`,
    content,
  );
}

/** The calls of a message. @throws an error unless there is one, and each has its form */
function isCalls(value: unknown): readonly Json[] {
  const calls = isJsonList(value, "message.tool_calls");
  holds(calls.length > 0, "message.tool_calls is empty; without calls it is absent");
  for (const call of calls) {
    isFilled(call.id, "the id of a call");
    isOneOf(call.type, ["function", "custom"], "the type of a call");
    const part = isJson(call[String(call.type)], `the ${call.type} of a call`);
    isFilled(part.name, "the name of a call");
    const said = call.type === "custom" ? "input" : "arguments";
    isString(part[said], `the ${said} of a call`);
  }
  return calls;
}

/** Sends a body and reads the completion. @throws an error unless it is a whole one */
export async function complete(probe: Probe, body: Json = {}): Promise<Completion> {
  return isCompletion(await sendBody(probe, body));
}

/**
 * The same of a request that not every model can serve: a refusal in the right envelope ends the
 * check as skipped.
 */
export async function completeOrSkip(probe: Probe, body: Json, what: string): Promise<Completion> {
  return isCompletion(await sendOrSkip(probe, body, what));
}

/** The answer to a body. A refusal in the right envelope ends the check as skipped. */
export async function sendOrSkip(probe: Probe, body: Json, what: string): Promise<ProbedAnswer> {
  const answer = await sendBody(probe, body);
  if (answer.status !== 400) return answer;
  return probe.skip(`${what} is refused: ${toText(isEnvelope(answer).message)}`);
}

/** Sends a body. Models that take tools only if they need not reason are asked once more, without. */
export async function sendBody(probe: Probe, body: Json): Promise<ProbedAnswer> {
  const answer = await probe.send({ body });
  const isTooMuch = answer.status === 400 && at(answer.json, "error", "param") === effort;
  if (!isTooMuch || body.tools === undefined || body[effort] !== undefined) return answer;
  return probe.send({ body: { ...body, [effort]: "none" } });
}
