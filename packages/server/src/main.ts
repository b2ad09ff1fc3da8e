import { createHttpServer } from "@diglot/adapter-node-http";
import { createService, type Endpoint, type ReporterEvent, ServiceError } from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { createLimits } from "@diglot/limits";
import { createSqliteStore, type SqliteStore } from "@diglot/store-sqlite";
import { readEnvironment, type ServerSettings } from "./environment.js";
import { keyOfStart } from "./key-of-start.js";
import { listen } from "./listen.js";
import { shutDown } from "./shut-down.js";
import { renderWelcome } from "./welcome.js";

/** Milliseconds between Eliza's words: about the pace of a large model. */
const elizaWordDelay = 30;

/** Both models are free, and the key of the start must work at once. */
const unknownAccounts = "unlimited";

async function start(): Promise<void> {
  const settings = readEnvironment(process.env);
  const store = createSqliteStore({ path: settings.database });
  const key = await keyOfStart(store.keys, settings.key);
  const service = createService({
    models: [createEcho(), createEliza({ wordDelay: elizaWordDelay })],
    keys: store.keys,
    ledger: store.ledger,
    unknownAccounts,
    idempotency: store.idempotency,
    limits: createLimits(),
    endpoints: endpointsOf(store, settings),
    reporter: reportDefects,
  });
  const server = createHttpServer(service, { onError: reportError });
  const baseUrl = await listen(server, settings.port);
  const stop = () => void shutDown(service, server, store).then(() => process.exit(0), fail);
  // A second signal finds no handler and ends the process at once.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const { database } = settings;
  process.stdout.write(renderWelcome({ baseUrl, key, database, unknownAccounts }));
}

/** Usage and balance for every holder of a key; administration only with a credential of its own. */
function endpointsOf({ keys, ledger }: SqliteStore, { adminKey }: ServerSettings): Endpoint[] {
  const own = accountEndpoints({ ledger });
  return adminKey === undefined
    ? [...own]
    : [...own, ...adminEndpoints({ credential: adminKey, keys, ledger })];
}

/** Errors that no caller can fix. */
const operatorKinds: ReadonlySet<string> = new Set(["internal", "store_unavailable"]);

/** Refusals are the caller's business; what nobody expected is written down. */
function reportDefects(event: ReporterEvent): void {
  const failure = event.type === "request_ended" ? event.failure : event;
  if (!failure || !("error" in failure)) return;
  const { error } = failure;
  if (!ServiceError.is(error) || operatorKinds.has(error.kind)) reportError(error);
}

function reportError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

start().catch(fail);
