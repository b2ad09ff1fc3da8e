// What the programs that measure streams have in common: the service in a process of its own, the
// models behind it, and callers of both formats.
import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { startStreamServer } from "./model-server.mjs";

const key = "sk-streams-0123456789abcdef";
const gateway = new URL("./gateway.mjs", import.meta.url);

/** The formats of callers, with their paths and credentials. */
export const formats = {
  messages: {
    path: "/v1/messages",
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
  },
  "chat-completions": {
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${key}` },
  },
};

/** The ways of a stream through the service: the format of its caller, and that of its model. */
export const ways = Object.keys(formats).flatMap((format) => [
  { name: `${format}, relayed`, format, by: format },
  {
    name: `${format}, translated`,
    format,
    by: Object.keys(formats).find((other) => other !== format),
  },
]);

/** The same for a model in the process of the service. */
export const waysInProcess = Object.keys(formats).map((format) => ({
  name: `${format}, in process`,
  format,
  by: "in-process",
}));

/** Starts the service and the models behind it. */
export async function startMeasured() {
  const models = await startStreamServer();
  const child = fork(gateway, [JSON.stringify({ modelUrl: models.url, key })], {
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = await once(child, "message");
  return {
    models,
    port,
    /** What the service holds: memory in bytes, open connections, open rows. */
    async holds() {
      child.send("holds");
      const [held] = await once(child, "message");
      return held;
    },
    /**
     * Sends a request for a stream on a connection of its own; a prompt names it. `answer` is the
     * incoming message, of which nothing has been read.
     */
    open({ format, by }, play, prompt) {
      const { path, headers } = formats[format];
      const outgoing = request({
        host: "127.0.0.1",
        port,
        method: "POST",
        path,
        headers,
        agent: false,
      });
      outgoing.setHeader("content-type", "application/json");
      // Callers leave in the middle, which is an error to their own side only.
      outgoing.on("error", () => undefined);
      const turns = [{ role: "user", content: prompt }];
      const body = {
        model: `${play}-by-${by}`,
        max_tokens: 2_000_000,
        stream: true,
        messages: turns,
      };
      if (by === "in-process") body.model = `${play}-in-process`;
      const answer = once(outgoing, "response").then(([incoming]) => {
        incoming.on("error", () => undefined);
        if (incoming.statusCode !== 200)
          throw new Error(`The service answered ${incoming.statusCode}.`);
        return incoming;
      });
      answer.catch(() => undefined);
      outgoing.end(JSON.stringify(body));
      return { answer, leave: () => outgoing.destroy() };
    },
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
      models.close();
    },
  };
}

/** The number below which this share of a list lies, or its slowest for a share of 1. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** A number with so many decimals. */
export function round(number, decimals = 1) {
  return Math.round(number * 10 ** decimals) / 10 ** decimals;
}
