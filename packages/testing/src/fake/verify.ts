import type { Call } from "./calls/call.js";
import { FakeError } from "./fake-error.js";
import { listProblems } from "./problems.js";
import type { ScriptEntry } from "./script/script.js";

/**
 * Fails for requests that were unexpected and for what of the script was not used. It then names the
 * refused requests too, which are often the reason. Alone they are no failure: official clients send
 * requests to find out what a service takes.
 * @throws FakeError that lists all of it
 */
export function verifyCalls(calls: readonly Call[], left: readonly ScriptEntry[]): void {
  const problems = listProblems(calls, left);
  if (problems.every(({ kind }) => kind === "refused")) return;
  throw new FakeError(problems.map(({ text }) => text));
}
