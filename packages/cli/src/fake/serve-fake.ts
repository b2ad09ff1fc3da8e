import { createFake, type Fake, FakeError } from "@diglot/testing";
import { toListenFailure } from "../gateway/lifecycle/listen.js";
import { exitCodes } from "../terminal/failure.js";
import { write } from "../terminal/write.js";
import type { FakeOptions } from "./options.js";
import { readScript } from "./read-script.js";

/**
 * Serves a script until SIGINT or SIGTERM. Resolves with the exit code: `found` if something of the
 * script was not used, or a request was unexpected.
 * @throws Failure if the script or the port cannot be used
 */
export async function serveFake(path: string, options: FakeOptions): Promise<number> {
  const script = await readScript(path);
  const { port, host, key: keys, lenient, inspect } = options;
  const fake = createFake({ profile: lenient ? "lenient" : "strict", keys });
  await script(fake);
  const inspection = inspect ? await fake.inspect() : undefined;
  const listener = await fake.listen({ port, hostname: host }).catch(async (cause: unknown) => {
    await inspection?.close();
    throw toListenFailure(cause, { host, port });
  });
  // The reader of the address may end the process at once.
  const stopped = untilStopped();
  write(process.stdout, `${path} is served at ${listener.url}\n`);
  if (inspection) write(process.stdout, `Its calls are shown at ${inspection.url}\n`);
  await stopped;
  await listener.close();
  await inspection?.close();
  return judge(fake);
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

function judge(fake: Fake): number {
  try {
    fake.verify();
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof FakeError)) throw error;
    write(process.stderr, `${error.message}\n`);
    return exitCodes.found;
  }
}
