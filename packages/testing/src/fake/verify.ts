import type { Call } from "./calls/call.js";
import { describeError } from "./calls/describe-error.js";
import { FakeError } from "./fake-error.js";
import type { ScriptEntry } from "./script/script.js";
import { describeLeft } from "./script/unexpected.js";

/**
 * Fails for requests that were unexpected and for what of the script was not used. It then names the
 * refused requests too, which are often the reason. Alone they are no failure: official clients send
 * requests to find out what a service takes.
 * @throws FakeError that lists all of it
 */
export function verifyCalls(calls: readonly Call[], left: readonly ScriptEntry[]): void {
  const isUnexpected = calls.some(({ unexpected }) => unexpected !== undefined);
  if (!isUnexpected && left.length === 0) return;
  const problems = calls.flatMap((call) => {
    const problem = call.unexpected ?? describeRefusal(call);
    return problem === undefined ? [] : [`Request ${call.index}: ${problem}`];
  });
  const unused = left.length === 0 ? [] : [describeLeft(left).join("\n")];
  throw new FakeError([...problems, ...unused].join("\n\n"));
}

/** Why a request to an endpoint was refused before the script saw it, which no fault can do. */
function describeRefusal(call: Call): string | undefined {
  const { format, request, answer } = call;
  if (format === undefined || !answer || answer.status < 400 || answer.status > 499) return;
  if (call.conversation !== undefined) return;
  return `${request.method} ${request.path} was refused: ${answer.status}${describeError(answer.body)}`;
}
