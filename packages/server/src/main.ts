import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, type ReporterEvent, ServiceError } from "@diglot/core";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { readEnvironment } from "./environment.js";
import { listen } from "./listen.js";
import { shutDown } from "./shut-down.js";
import { renderWelcome } from "./welcome.js";

/** Milliseconds between Eliza's words: about the pace of a large model. */
const elizaWordDelay = 30;

async function start(): Promise<void> {
  const { port, key } = readEnvironment(process.env);
  const service = createService({
    models: [createEcho(), createEliza({ wordDelay: elizaWordDelay })],
    keys: createMemoryKeys([{ key, models: "all" }]),
    reporter: reportDefects,
  });
  const server = createHttpServer(service, { onError: reportError });
  const baseUrl = await listen(server, port);
  const stop = () => void shutDown(service, server).then(() => process.exit(0), fail);
  // A second signal finds no handler and ends the process at once.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.stdout.write(renderWelcome({ baseUrl, key }));
}

/** Refusals are the caller's business; what nobody expected is written down. */
function reportDefects(event: ReporterEvent): void {
  if (event.type !== "failure") return;
  const { error } = event;
  if (!(error instanceof ServiceError) || error.kind === "internal") reportError(error);
}

function reportError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

start().catch(fail);
