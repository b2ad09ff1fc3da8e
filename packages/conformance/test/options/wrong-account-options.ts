import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  withOutbox,
} from "@diglot/core";
import {
  accountEndpoints,
  adminEndpoints,
  createRowDelivery,
  deliverRows,
  exportRows,
} from "@diglot/core/accounts";
import { createStrictProfile } from "@diglot/core/strict";
import {
  createStreamTranslator,
  translateRequest,
  translateResponse,
} from "@diglot/core/translation";
import { untyped, type WrongCall } from "./wrong-call.js";

const memoryKeys = untyped(createMemoryKeys);
const keys = createMemoryKeys([]);
const ledger = createMemoryLedger();
const outbox = {
  put: async () => undefined,
  list: async () => [],
  remove: async () => undefined,
  count: async () => 0,
};
const spooling = withOutbox(ledger, outbox);
const credential = "an-admin-credential";
const setBudget = untyped(ledger.setBudget);
const updateKey = untyped(createMemoryKeys([{ key: "sk-0123456789", id: "key-1" }]).update);
const administer = (administrators: unknown) =>
  untyped(adminEndpoints)({ credential: administrators, keys, ledger });
const delivery = { ledger, name: "billing", deliver: async () => undefined };

/** Stores, ledgers, endpoints and deliveries that must not be made, and what stands on its own. */
export const wrongAccountOptions: readonly WrongCall[] = [
  [
    () => memoryKeys([{ key: "sk-0123456789", account: "acme" }]),
    'createMemoryKeys: "keys[0].account" is not an option; did you mean "keys[0].accountId"?',
  ],
  [
    () => memoryKeys(["sk-0123456789"]),
    'createMemoryKeys: "keys[0]" must be an object, not a string.',
  ],
  [() => memoryKeys("sk-0123456789"), 'createMemoryKeys: "keys" must be a list, not a string.'],
  [
    () => memoryKeys([{ key: "short" }]),
    'createMemoryKeys: "keys[0].key" must be a string of at least 8 characters.',
  ],
  [
    () => memoryKeys([{ key: "sk-0123456789", limits: { requestsPerHour: 5 } }]),
    'createMemoryKeys: "keys[0].limits.requestsPerHour" is not an option; did you mean "keys[0].limits.requestsPerMinute"?',
  ],
  [
    () => memoryKeys([{ key: "sk-0123456789", limits: { requestsPerMinute: "60" } }]),
    'createMemoryKeys: "keys[0].limits.requestsPerMinute" must be a whole number of at least 1, not "60".',
  ],
  [
    () => memoryKeys([{ key: "sk-0123456789", models: "small" }]),
    'createMemoryKeys: "keys[0].models" must be "all" or a list of model ids.',
  ],
  [
    () => memoryKeys([{ key: "sk-0123456789", expiresAt: "2027-01-01" }]),
    'createMemoryKeys: "keys[0].expiresAt" must be a time in milliseconds since 1970, not "2027-01-01".',
  ],
  [
    () => memoryKeys([], { now: Date.now }),
    'createMemoryKeys: "now" is not an option; the options here are clock.',
  ],
  [
    () => untyped(createMemoryLedger)({ budget: { acme: 5 } }),
    'createMemoryLedger: "budget" is not an option; did you mean "budgets"?',
  ],
  [
    () => untyped(createMemoryLedger)({ budgets: { acme: "5" } }),
    'createMemoryLedger: "budgets.acme" must be a whole number of nano-dollars, not "5".',
  ],
  [
    () => untyped(createMemoryLedger)({ keepRows: -1 }),
    'createMemoryLedger: "keepRows" must be a number of 0 or more, not -1.',
  ],
  [
    () => untyped(createMemoryLimits)({ requestsPerMinute: 5 }),
    'createMemoryLimits: "requestsPerMinute" is not an option; the options here are concurrentRequests, concurrentRequestsPerKey.',
  ],
  [
    () => untyped(createMemoryIdempotency)({ keepkey: 5 }),
    'createMemoryIdempotency: "keepkey" is not an option; did you mean "keepKeys"?',
  ],
  [
    () => setBudget({ accountId: "acme", period: "day", usd: 5 }),
    'ledger.setBudget: "usd" is not an option; the options here are accountId, keyId, period, nanoDollars, timeZone.',
  ],
  [
    () => setBudget({ accountId: "acme", period: "daily", nanoDollars: 5 }),
    'ledger.setBudget: "period" must be one of total, month, week, day, not "daily".',
  ],
  [
    () => setBudget({ accountId: "acme", period: "day", nanoDollars: 0.5 }),
    'ledger.setBudget: "nanoDollars" must be a whole number of at least 0, not 0.5.',
  ],
  [
    () => setBudget({ accountId: "acme", period: "day", nanoDollars: 5, timezone: "UTC" }),
    'ledger.setBudget: "timezone" is not an option; did you mean "timeZone"?',
  ],
  [
    () => setBudget({ accountId: "acme", period: "day", nanoDollars: 5, timeZone: "Berlin" }),
    'ledger.setBudget: "timeZone" must be a name such as "Europe/Berlin" or "UTC", not "Berlin".',
  ],
  [
    () => setBudget({ accountId: "acme", period: "total", nanoDollars: 5 }),
    "The total of an account is the sum of its credits: give it a credit.",
  ],
  [
    () => untyped(ledger.removeBudget)({ keyId: "key-1", period: "day" }),
    'ledger.removeBudget: "accountId" must be a string of at most 255 characters without control characters, not undefined.',
  ],
  [
    () => untyped(ledger.credit)({ id: "c", accountId: "acme", nanoDollars: "5" }),
    'ledger.credit: "nanoDollars" must be a whole number of nano-dollars, not "5".',
  ],
  [
    () => updateKey("key-1", { model: ["m"] }),
    'keys.update: "model" is not an option; did you mean "models"?',
  ],
  [
    () => updateKey("key-1", { models: "m" }),
    'keys.update: "models" must be "all" or a list of model ids.',
  ],
  [
    () => updateKey("key-1", { limits: { requestsPerMinute: 0 } }),
    'keys.update: "limits.requestsPerMinute" must be a whole number of at least 1, not 0.',
  ],
  [
    () => updateKey("key-1", { expiresAt: "2027-01-01" }),
    'keys.update: "expiresAt" must be a time in milliseconds since 1970, not "2027-01-01".',
  ],
  [() => administer({}), 'adminEndpoints: "credential" must name an administrator.'],
  [
    () => administer({ alice: "short" }),
    'adminEndpoints: "credential.alice" must be at least 16 visible ASCII characters.',
  ],
  [
    () => administer({ alice: credential, bob: credential }),
    'adminEndpoints: "credential" must give each administrator a credential of its own; two are the same.',
  ],
  [
    () => untyped(withOutbox)({ ledger }, outbox),
    'withOutbox: "ledger" must be a ledger, such as createMemoryLedger(), not an object; pass its member "ledger", such as store.ledger.',
  ],
  [
    () => untyped(withOutbox)(ledger, "outbox.sqlite"),
    'withOutbox: "outbox" must be an outbox, such as createSqliteOutbox() of @diglot/store-sqlite, not a string.',
  ],
  [
    () => untyped(withOutbox)(ledger, outbox, { maxDollars: 5 }),
    'withOutbox: "maxDollars" is not an option; did you mean "maxNanoDollars"?',
  ],
  [
    () => untyped(accountEndpoints)(),
    "accountEndpoints: the options must be an object, not undefined.",
  ],
  [
    () => untyped(accountEndpoints)({ ledger: spooling }),
    'accountEndpoints: "ledger" must be a ledger that can be read, such as createMemoryLedger() and unlike withOutbox(), not an object without balance().',
  ],
  [
    () => untyped(adminEndpoints)({ credential, keys }),
    'adminEndpoints: "ledger" must be a ledger that can be read, such as createMemoryLedger() and unlike withOutbox(), not undefined.',
  ],
  [
    () => untyped(adminEndpoints)({ credential: "secret", keys, ledger }),
    'adminEndpoints: "credential" must be at least 16 visible ASCII characters.',
  ],
  [
    () => untyped(adminEndpoints)({ credential, keys: { find: async () => undefined }, ledger }),
    'adminEndpoints: "keys" must be a store of keys, such as createMemoryKeys([]), not an object without issue().',
  ],
  [
    () => untyped(createRowDelivery)({ ...delivery, interval: 1_000 }),
    'createRowDelivery: "interval" is not an option; the options here are ledger, name, deliver, batch, every, longestPause, clock, onFailure.',
  ],
  [
    () => untyped(createRowDelivery)({ ...delivery, every: "1m" }),
    'createRowDelivery: "every" must be a number above 0, not "1m".',
  ],
  [
    () => untyped(deliverRows)({ ...delivery, batch: 0 }),
    'deliverRows: "batch" must be a whole number from 1 to 10,000, not 0.',
  ],
  [
    () => untyped(exportRows)(ledger, { format: "json" }),
    'exportRows: "format" must be one of ndjson, csv, not "json".',
  ],
  [
    () => untyped(exportRows)({ format: "csv" }),
    'exportRows: "ledger" must be a ledger that can be read, such as createMemoryLedger() and unlike withOutbox(), not an object without balance().',
  ],

  [
    () => untyped(createStrictProfile)({ model: {} }),
    'createStrictProfile: "model" is not an option; did you mean "models"?',
  ],
  [
    () => untyped(createStrictProfile)({ models: { m: { refuses: ["max_tokens"] } } }),
    'createStrictProfile: "models.m.refuses" must be an object, not a list.',
  ],
  [
    () => untyped(translateRequest)("messages", "chat-completions", {}, { unsuported: {} }),
    'translateRequest: "unsuported" is not an option; did you mean "unsupported"?',
  ],
  [
    () => untyped(translateResponse)("messages", "chat-completions", {}, { text: 5 }),
    'translateResponse: "text" must be a string, not 5.',
  ],
  [
    () => untyped(createStreamTranslator)("messages", "chat", {}),
    'Unknown format "chat"; use "messages" or "chat-completions".',
  ],
];
