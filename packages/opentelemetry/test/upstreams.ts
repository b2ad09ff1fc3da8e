import type { IncomingHttpHeaders } from "node:http";
import { createHttpServer } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createService,
  type Model,
  messagesUpstream,
  ServiceError,
  usage,
} from "@diglot/core";
import { modelOf, type Script } from "@diglot/test-support/models";
import type { FormatName } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";

/** An upstream that listens on this machine, and the headers of what it was sent. */
export interface Upstream {
  readonly port: number;
  readonly sent: readonly IncomingHttpHeaders[];
}

/** Serves a script in both formats until the test ends. */
export async function startUpstream(script: Script): Promise<Upstream> {
  const service = createService({
    models: [modelOf(script, {}, "origin-model")],
    allowAnonymous: true,
  });
  const sent: IncomingHttpHeaders[] = [];
  const server = createHttpServer(service);
  server.on("request", ({ headers }) => sent.push(headers));
  return { port: await listen(server), sent };
}

/** The model of an upstream that is asked in one of the formats. */
export function modelAt(
  { port }: Pick<Upstream, "port">,
  format: FormatName,
  id: string,
  apiKey = "none",
): Model {
  const common = { id, model: "origin-model", prices: { input: 100, output: 200 } };
  return format === "messages"
    ? messagesUpstream({ ...common, baseUrl: `http://127.0.0.1:${port}`, apiKey })
    : chatCompletionsUpstream({ ...common, baseUrl: `http://127.0.0.1:${port}/v1` });
}

/** The tokens that a greeting reports. */
const greetingUsage = usage({ input: 10, cacheRead: 2, output: 5 });

/** A greeting with its tokens. */
export async function* greet() {
  yield "Good morning, Ada.";
  yield greetingUsage;
}

/** The same in two pieces, of which the second waits for the test. */
export function greetSlowly(goOn: Promise<void>): Script {
  return async function* () {
    yield "Good ";
    await goOn;
    yield "morning, Ada.";
    yield greetingUsage;
  };
}

/** A script that refuses so many requests before it greets. */
export function failing(times: number): Script {
  let left = times;
  return async function* () {
    left -= 1;
    if (left >= 0)
      throw new ServiceError({ kind: "overloaded", message: "Full.", retryAfterSeconds: 0 });
    yield* greet();
  };
}

/** A script that stops in the middle of its reply. */
export async function* stall({ signal }: { readonly signal: AbortSignal }) {
  yield "Good ";
  await new Promise((_, reject) => signal.addEventListener("abort", reject));
}
