// Keys, limits, prices, budgets and a ledger in front of two upstreams. Everything it keeps is in one folder.
import { join } from "node:path";
import { createNodeTransport } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createService,
  messagesUpstream,
  presets,
  readPriceTable,
  withOutbox,
} from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { createLimits } from "@diglot/limits";
import { createSqliteOutbox, createSqliteStore } from "@diglot/store-sqlite";

/**
 * @typedef {object} Upstream
 * @property {string} baseUrl
 * @property {string | undefined} [apiKey]
 * @property {string | undefined} [model] the model's name there, if it is not ours
 *
 * @typedef {object} AccountsOptions
 * @property {string} folder of the database files; it must exist
 * @property {string} adminCredential at least 16 visible ASCII characters
 * @property {unknown} prices a table as in `prices.example.json`
 * @property {Upstream | undefined} [messages] speaks Messages; callers know its model as `large`
 * @property {Upstream | undefined} [chat] speaks Chat Completions; callers know its model as `small`
 */

/**
 * The service, and what closes it together with its files.
 *
 * @param {AccountsOptions} options
 */
export async function createAccountsService(options) {
  const { folder, adminCredential } = options;
  const transport = createNodeTransport();
  const models = createModels(options, transport);
  const store = createSqliteStore({ path: join(folder, "ledger.sqlite") });
  // While the ledger cannot be written, requests go on until this much may have been spent unchecked.
  const outbox = createSqliteOutbox({ path: join(folder, "outbox.sqlite") });
  const ledger = withOutbox(store.ledger, outbox, { maxNanoDollars: 20_000_000_000 });
  // What the previous process could not hand over to the ledger.
  await ledger.flush();

  const service = createService({
    models,
    requirePrices: true,
    keys: store.keys,
    ledger,
    // An account spends nothing before it has a budget.
    unknownAccounts: "refuse",
    idempotency: store.idempotency,
    // For keys and accounts that have no limits of their own.
    limits: createLimits({
      keys: { concurrentRequests: 20 },
      accounts: { requestsPerMinute: 600 },
    }),
    // Stops the model when its caller leaves, and bills what was generated until then.
    onCallerGone: "bill-observed",
    endpoints: [
      ...accountEndpoints({ ledger: store.ledger }),
      ...adminEndpoints({ credential: adminCredential, keys: store.keys, ledger: store.ledger }),
    ],
    reporter: reportFailure,
  });

  async function close() {
    await service.close();
    await ledger.close();
    outbox.close();
    store.close();
    transport.close();
  }
  return { service, close };
}

/** @param {AccountsOptions} options @param {import("@diglot/core").Transport} transport */
function createModels({ messages, chat, prices }, transport) {
  const table = readPriceTable(prices);
  const models = [];
  if (messages) {
    models.push(
      messagesUpstream({
        ...messages,
        id: "large",
        prices: table.large,
        capabilities: presets.anthropic,
        transport,
      }),
    );
  }
  if (chat) {
    models.push(
      chatCompletionsUpstream({
        ...chat,
        id: "small",
        prices: table.small,
        capabilities: presets.openai,
        transport,
      }),
    );
  }
  return models;
}

/** Kinds of failures that no caller can fix. */
const kinds = new Set([
  "internal",
  "store_unavailable",
  "upstream_unavailable",
  "upstream_bad_response",
  "upstream_timeout",
]);

/** Refusals are the caller's business. @param {import("@diglot/core").ReporterEvent} event */
function reportFailure(event) {
  const failure = event.type === "request_ended" ? event.failure : event;
  if (!failure || !("error" in failure)) return;
  if (kinds.has(failure.kind)) console.error(`${event.type}:`, failure.error);
}
