import { fork } from "node:child_process";
import { once } from "node:events";

const gateway = new URL("./gateway.mjs", import.meta.url);

/** Starts a service in a process of its own. Rejects if it ends before it listens. */
export async function startGateway(options) {
  const child = fork(gateway, [JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The service ended with ${code} as it began.`);
    }),
  ]);
  return { child, port };
}
