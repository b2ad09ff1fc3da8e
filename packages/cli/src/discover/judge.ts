import type { Answer } from "../http/ask.js";
import { isObject } from "../json/is-object.js";
import type { AskedFormat } from "./formats.js";

/** What an answer says of an endpoint. */
export type Verdict = "speaks" | "refuses_key" | "absent";

/** Statuses of paths that a server does not have, apart from 404. */
const otherMethod = new Set([405, 501]);

/**
 * What the answer to an invalid request says of a format's endpoint. Servers describe errors in many
 * shapes, some in those of another format, so an endpoint is there if its error differs from that of
 * a path which no server has.
 */
export function judgeEndpoint(format: AskedFormat, answer: Answer, nowhere: Answer): Verdict {
  if (answer.outcome !== "answered" || !isObject(answer.json)) return "absent";
  if (answer.status === 401 || answer.status === 403) return "refuses_key";
  if (answer.status < 300) return format.isReply(answer.json) ? "speaks" : "absent";
  if (answer.status < 400 || otherMethod.has(answer.status)) return "absent";
  return sameRefusal(answer, nowhere) || namesItsPath(answer) ? "absent" : "speaks";
}

/** Some servers say which path was meant, so that each unknown path has words of its own. */
function namesItsPath(answer: Answer): boolean {
  const isMissing = answer.outcome === "answered" && answer.status === 404;
  return isMissing && /\/(?:messages|completions|responses)\b/.test(errorText(answer));
}

/** Whether two answers refuse alike, except that they may repeat their paths. */
function sameRefusal(one: Answer, other: Answer): boolean {
  if (one.outcome !== "answered" || other.outcome !== "answered") return false;
  return one.status === other.status && withoutPaths(one) === withoutPaths(other);
}

function withoutPaths(answer: Answer): string {
  return errorText(answer).replace(/\/\S*/g, "/");
}

/** What the body of an error says, in any of the shapes that servers use; at most 300 characters. */
export function errorText(answer: Answer): string {
  if (answer.outcome !== "answered") return "";
  const { json, text } = answer;
  return (textOf(json) ?? (isObject(json) ? text : "")).slice(0, 300);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isObject(value)) return undefined;
  return textOf(value.error) ?? textOf(value.message) ?? textOf(value.detail);
}
