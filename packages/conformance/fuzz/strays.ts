import { setImmediate as nextTurn } from "node:timers/promises";

/** Errors that nobody caught since they were last looked for. */
const strays: unknown[] = [];

/** Notes every rejection and exception that nobody catches, instead of ending the process. */
export function catchStrays(): void {
  process.on("unhandledRejection", (error) => strays.push(error));
  process.on("uncaughtException", (error) => strays.push(error));
}

/** @throws the first error that nobody has caught since the last call */
export async function assertNoStrays(): Promise<void> {
  await nextTurn();
  const [first] = strays.splice(0);
  if (first !== undefined) throw new Error("Nobody caught an error.", { cause: first });
}
