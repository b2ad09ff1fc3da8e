import process from "node:process";
import { createFake } from "../fake/create-fake.js";
import type { Fake } from "../fake/fake.js";
import { FakeError } from "../fake/fake-error.js";
import type { ServeCommand } from "./arguments.js";
import { readScript } from "./read-script.js";

/**
 * Serves a script until SIGINT or SIGTERM. Resolves with 0 if all of it was used and nothing else
 * was asked for, else with 1.
 */
export async function serve(command: ServeCommand): Promise<number> {
  const script = await readScript(command.script);
  const fake = createFake({
    profile: command.lenient ? "lenient" : "strict",
    keys: command.keys,
  });
  await script(fake);
  const listener = await fake.listen({ port: command.port, hostname: command.host });
  // The reader of the address may end the process at once.
  const reported = untilReported();
  process.stdout.write(`${command.script} is served at ${listener.url}\n`);
  await reported;
  await listener.close();
  return judge(fake);
}

function untilReported(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

function judge(fake: Fake): number {
  try {
    fake.verify();
    return 0;
  } catch (error) {
    if (!(error instanceof FakeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
