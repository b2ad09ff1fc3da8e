import type { Call } from "./calls/call.js";
import { FakeError } from "./fake-error.js";
import type { ScriptEntry } from "./script/script.js";
import { describeLeft } from "./script/unexpected.js";

/**
 * Fails for requests that were unexpected and for what of the script was not used.
 * @throws FakeError that lists all of it
 */
export function verifyCalls(calls: readonly Call[], left: readonly ScriptEntry[]): void {
  const unexpected = calls.flatMap(({ index, unexpected: message }) =>
    message === undefined ? [] : [`Call ${index}: ${message}`],
  );
  if (unexpected.length === 0 && left.length === 0) return;
  const unused = left.length === 0 ? [] : [describeLeft(left).join("\n")];
  throw new FakeError([...unexpected, ...unused].join("\n\n"));
}
