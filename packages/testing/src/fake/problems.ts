import type { Call } from "./calls/call.js";
import { describeError } from "./calls/describe-error.js";
import type { ScriptEntry } from "./script/script.js";
import { describeLeft } from "./script/unexpected.js";

/** Something that a test may have got wrong, for people to read. */
export interface Problem {
  readonly kind: "unexpected" | "refused" | "left";
  readonly text: string;
  /** The call that it is about; absent for what is left of the script. */
  readonly call?: Call;
}

/** Requests that were unexpected or refused, in their order, and what of the script was not used. */
export function listProblems(
  calls: readonly Call[],
  left: readonly ScriptEntry[],
): readonly Problem[] {
  const ofCalls = calls.flatMap((call) => problemOf(call) ?? []);
  const text = describeLeft(left).join("\n");
  return left.length === 0 ? ofCalls : [...ofCalls, { kind: "left", text }];
}

function problemOf(call: Call): Problem | undefined {
  const refusal = call.unexpected === undefined ? describeRefusal(call) : undefined;
  const words = call.unexpected ?? refusal;
  if (words === undefined) return undefined;
  const kind = refusal === undefined ? "unexpected" : "refused";
  return { kind, text: `Request ${call.index}: ${words}`, call };
}

/** Why a request to an endpoint was refused before the script saw it, which no fault can do. */
function describeRefusal(call: Call): string | undefined {
  const { format, request, answer } = call;
  if (format === undefined || !answer || answer.status < 400 || answer.status > 499) return;
  if (call.conversation !== undefined) return;
  return `${request.method} ${request.path} was refused: ${answer.status}${describeError(answer.body)}`;
}
