import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Starts a Redis that keeps nothing, until it is ended or the test ends, and resolves when it answers. */
export async function startRedis(port: number, ...args: readonly string[]) {
  const options = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const server = spawn("redis-server", [...options, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let written = "";
  for await (const part of server.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    written += part;
    if (written.includes("Ready to accept connections")) break;
  }
  server.stdout.resume();
  return {
    /** Ends it, and resolves when it is gone. */
    async end(): Promise<void> {
      const exit = once(server, "exit");
      server.kill("SIGKILL");
      await exit;
    },
  };
}
