import { isJsonObject } from "../../common/json.js";
import type { ProbedAnswer } from "../probing/probe.js";
import type { TargetFailure } from "./target-error.js";

/** Statuses of the answer to the smallest valid request that every other request would get as well. */
const meanings: Readonly<Record<number, TargetFailure>> = {
  401: "key_refused",
  403: "key_refused",
  404: "model_refused",
  405: "model_refused",
  429: "not_ready",
  501: "model_refused",
  502: "not_ready",
  503: "not_ready",
  504: "not_ready",
};

/** The longest text of a server that is repeated. */
const longestText = 200;

/**
 * Why no other request is worth sending, given the answer to the smallest valid one. Absent: others may
 * still show something, even if this one was refused.
 */
export function judgeAnswer({ status, json }: ProbedAnswer): TargetFailure | undefined {
  const meaning = meanings[status];
  if (json !== undefined) return codeOf(json) === "model_not_found" ? "model_refused" : meaning;
  return meaning === "key_refused" || meaning === "not_ready" ? meaning : "not_json";
}

/** The status of an answer with what the server says in it, on one line. */
export function describeAnswer({ status, headers, json, text }: ProbedAnswer): string {
  if (/html/.test(headers.get("content-type") ?? "")) return `${status} and a web page`;
  const words = messageIn(json) ?? text;
  return words === "" ? `${status}` : `${status}: ${JSON.stringify(words.slice(0, longestText))}`;
}

function codeOf({ error }: Readonly<Record<string, unknown>>): unknown {
  return isJsonObject(error) ? error.code : undefined;
}

/** The text of an error, where both formats have it. */
function messageIn(json: ProbedAnswer["json"]): string | undefined {
  const error = json?.error;
  return isJsonObject(error) && typeof error.message === "string" ? error.message : undefined;
}
