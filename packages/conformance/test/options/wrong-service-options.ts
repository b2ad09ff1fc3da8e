import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  messagesFormat,
} from "@diglot/core";
import { untyped, type WrongCall } from "./wrong-call.js";

const service = untyped(createService);
const model = defineModel("m", async function* () {
  yield "Hello.";
});
const keys = createMemoryKeys([{ key: "sk-0123456789" }]);
const least = { models: [model], keys };
const store = { keys, ledger: createMemoryLedger(), close: () => undefined };

/** Services that must not start. */
export const wrongServiceOptions: readonly WrongCall[] = [
  [
    () => service({ ...least, unknownAccounts: "allow" }),
    'createService: "unknownAccounts" must be one of refuse, unlimited, not "allow".',
  ],
  [
    () => service({ models: [model], authenticate: { id: "user-1" } }),
    'createService: "authenticate" must be a function, not an object.',
  ],
  [
    () => service({ models: [model], authenticate: "bearer" }),
    'createService: "authenticate" must be a function.',
  ],
  [() => service(), "createService: the options must be an object, not undefined."],
  [
    () => service({ ...least, report: () => undefined }),
    'createService: "report" is not an option; did you mean "reporter"?',
  ],
  [
    () => service({ ...least, timeouts: { firstToken: 1_000 } }),
    'createService: "timeouts.firstToken" is not an option; did you mean "timeouts.firstEvent"?',
  ],
  [
    () => service({ ...least, timeouts: { total: "60000" } }),
    'createService: "timeouts.total" must be a number above 0, not "60000".',
  ],
  [
    () => service({ ...least, timeouts: 60_000 }),
    'createService: "timeouts" must be an object, not 60000.',
  ],
  [
    () => service({ ...least, sizeLimits: { bodybytes: 1_000 } }),
    'createService: "sizeLimits.bodybytes" is not an option; did you mean "sizeLimits.bodyBytes"?',
  ],
  [
    () => service({ ...least, sizeLimits: { messages: 0 } }),
    'createService: "sizeLimits.messages" must be a number above 0, not 0.',
  ],
  [
    () => service({ ...least, ledgerTimes: { lease: undefined } }),
    'createService: "ledgerTimes.lease" is given, but undefined: is a name misspelt? Pass a value or leave it out.',
  ],
  [
    () => service({ ...least, drain: { seconds: 60 } }),
    'createService: "drain.seconds" is not an option; the options here are milliseconds, bytes.',
  ],
  [
    () => service({ ...least, onCallerGone: "bill" }),
    'createService: "onCallerGone" must be one of bill-observed, drain, refund, not "bill".',
  ],
  [
    () => service({ ...least, unsupported: "warn" }),
    'createService: "unsupported" must be an object, not a string.',
  ],
  [
    () => service({ ...least, unsupported: { default: "ignore" } }),
    'createService: "unsupported.default" must be one of policy, warn, strict, not "ignore".',
  ],
  [
    () => service({ ...least, unsupported: { fields: { seed: "drop" } } }),
    'createService: "unsupported.fields.seed" must be one of warn, refuse, not "drop".',
  ],
  [
    () => service({ ...least, messages: { version: ["2023-06-01"] } }),
    'createService: "messages.version" is not an option; did you mean "messages.versions"?',
  ],
  [
    () => service({ ...least, chatCompletions: { reasoning: "hide" } }),
    'createService: "chatCompletions.reasoning" must be one of show, omit, not "hide".',
  ],
  [
    () => service({ ...least, formats: [] }),
    'createService: "formats" must be a list with at least one entry, not an empty one.',
  ],
  [
    () => service({ ...least, formats: [messagesFormat, "chat-completions"] }),
    'createService: "formats[1]" must be a format, such as messagesFormat, not a string.',
  ],
  [
    () => service({ ...least, validation: "strict" }),
    'createService: "validation" must be "open" or a profile such as `strict` of "@diglot/core/strict", not "strict".',
  ],
  [
    () => service({ ...least, basePath: "api" }),
    'createService: "basePath" must be a path such as "/api", not "api".',
  ],
  [
    () => service({ ...least, allowedHosts: "models.example" }),
    'createService: "allowedHosts" must be "*" or a list, not "models.example".',
  ],
  [
    () => service({ ...least, cors: { origin: "*" } }),
    'createService: "cors.origin" is not an option; did you mean "cors.origins"?',
  ],
  [
    () => service({ ...least, cors: { origins: ["app.example"] } }),
    'createService: "cors.origins[0]" must be an origin such as "https://app.example", without a path and in lower case, not "app.example".',
  ],
  [
    () => service({ ...least, cors: "*" }),
    'createService: "cors" must be an object, not a string.',
  ],
  [
    () => service({ ...least, allowedOrigins: ["app.example"] }),
    'createService: "allowedOrigins[0]" must be an origin such as "https://app.example", in lower case, not "app.example".',
  ],
  [
    () => service({ models: [model] }),
    'createService: "keys" is missing: pass createMemoryKeys([...]), a store\'s keys, or `authenticate`, or set `allowAnonymous: true` to serve everyone.',
  ],
  [
    () => service({ models: [model], allowAnonymous: "yes" }),
    'createService: "allowAnonymous" must be true or false, not "yes".',
  ],
  [
    () => service({ ...least, allowAnonymous: true }),
    "createService: set `keys` or `authenticate`, or else `allowAnonymous`, not both.",
  ],
  [
    () => service({ models: [model], keys: ["sk-0123456789"] }),
    'createService: "keys" must be keys, such as createMemoryKeys([{ key: "..." }]), not a list.',
  ],
  [
    () => service({ models: [model], keys: "sk-0123456789" }),
    'createService: "keys" must be keys, such as createMemoryKeys([{ key: "..." }]), not a string.',
  ],
  [
    () => service({ models: [model], keys: store }),
    'createService: "keys" must be keys, such as createMemoryKeys([{ key: "..." }]), not an object; pass its member "keys", such as store.keys.',
  ],
  [
    () => service({ models: [model], keys: createMemoryKeys }),
    'createService: "keys" must be keys, such as createMemoryKeys([{ key: "..." }]), not a function.',
  ],
  [
    () => service({ ...least, ledger: store }),
    'createService: "ledger" must be a ledger, such as createMemoryLedger(), not an object; pass its member "ledger", such as store.ledger.',
  ],
  [
    () => service({ ...least, ledger: Reflect.get(store, "ledgr") }),
    'createService: "ledger" is given, but undefined: is a name misspelt? Pass a value or leave it out.',
  ],
  [
    () => service({ ...least, limits: { requestsPerMinute: 5 } }),
    'createService: "limits" must be limits, such as createLimits({ keys: { requestsPerMinute: 60 } }) of @diglot/limits, not an object without enter().',
  ],
  [
    () => service({ ...least, idempotency: true }),
    'createService: "idempotency" must be a store of idempotency keys, such as createMemoryIdempotency(), not true.',
  ],
  [
    () => service({ ...least, clock: Date }),
    'createService: "clock" must be a clock with now(), monotonic() and after(), not a function.',
  ],
  [
    () => service({ ...least, reporter: console }),
    'createService: "reporter" must be a function, not an object.',
  ],
  [
    () => service({ ...least, secrets: "hunter2" }),
    'createService: "secrets" must be a list, not a string.',
  ],
  [
    () => service({ ...least, secrets: ["hunter2", ""] }),
    'createService: "secrets[1]" must be a string that is not empty.',
  ],
  [
    () => service({ ...least, models: [{ ...model, secrets: ["hunter2"] }] }),
    'createService: "models[0].secrets" must be a function, not a list.',
  ],
  [
    () => service({ ...least, endpoints: [{ path: "/v1/x", method: "PUT", answer() {} }] }),
    'createService: "endpoints[0].method" must be one of GET, POST, PATCH, DELETE, not "PUT".',
  ],
  [
    () =>
      service({
        ...least,
        endpoints: [{ path: "/v1/x", method: "GET", whileClosing: "yes", answer() {} }],
      }),
    'createService: "endpoints[0].whileClosing" must be true or false, not "yes".',
  ],
  [
    () =>
      service({
        ...least,
        endpoints: [{ path: "/v1/x", method: "GET", isPublic: "yes", answer() {} }],
      }),
    'createService: "endpoints[0].isPublic" must be true or false, not "yes".',
  ],
  [() => service({ keys }), 'createService: "models" must be a list, not undefined.'],
  [
    () => service({ keys, models: model }),
    'createService: "models" must be a list, not an object.',
  ],
  [
    () => service({ keys, models: Promise.resolve([model]) }),
    'createService: "models" must be a list, not a promise, which must be awaited.',
  ],
  [
    () => service({ keys, models: ["gpt-4"] }),
    'createService: "models[0]" must be a model, such as defineModel() returns, not a string.',
  ],
  [
    () => service({ keys, models: [{ id: "m", respond: async () => undefined }] }),
    'createService: "models[0].aliases" must be a list, not undefined.',
  ],
  [
    () => service({ keys, models: [{ ...model, prices: { input: "1", output: 2 } }] }),
    'createService: "models[0].prices.input" must be a number from 0 to 1,000, the dollars per million tokens, not "1".',
  ],
  [
    () => service({ keys, models: [model, model] }),
    'createService: two models have the name "m"; give each its own.',
  ],
  [
    () => service({ ...least, requirePrices: true }),
    'createService: the model "m" has no prices, which "requirePrices" demands.',
  ],
  [
    () => createService({ models: [model], keys }).close({ timeOut: 5 } as never),
    'service.close: "timeOut" is not an option; did you mean "timeout"?',
  ],
];
