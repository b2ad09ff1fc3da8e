import { validDocuments } from "./accounts/documents/documents.js";
import { validIdempotency } from "./accounts/idempotency/idempotency.js";
import { checkGivenModels } from "./accounts/keys/check-given-models.js";
import { validKeys } from "./accounts/keys/keys.js";
import { validLedger } from "./accounts/ledger/ledger.js";
import { callerGonePolicies, unknownAccountsPolicies } from "./accounts/ledger/row-words.js";
import { validLimitsPort } from "./accounts/limits/limits.js";
import { validPricesAt } from "./accounts/prices/check-prices.js";
import { pricesAt, unpricedUnits } from "./accounts/prices/prices.js";
import { validPolicy } from "./conversation/receipt/receipt.js";
import { validEndpoints } from "./endpoints/endpoint.js";
import type { FormatDefinition } from "./formats/format.js";
import { type FormatList, type FormatOptions, formats } from "./formats/formats.js";
import { validCors } from "./http/cors-options.js";
import { validHosts, validOrigins } from "./http/site-check.js";
import { defaultSizeLimits } from "./http/size-limits.js";
import { isObject } from "./json/value.js";
import { validModel } from "./models/check-model.js";
import type { Model } from "./models/model.js";
import { defaultTimeouts } from "./models/reply/timeouts.js";
import { defaultDrain, defaultLedgerTimes, type ServiceOptions } from "./options.js";
import { systemClock } from "./runtime/clock.js";
import {
  all,
  anything,
  type Check,
  choose,
  deferred,
  either,
  is,
  isHidden,
} from "./validation/check.js";
import { checkOptions } from "./validation/check-options.js";
import { eachLike } from "./validation/like.js";
import { listOf, type MemberChecks, members, port, shape } from "./validation/objects.js";
import { validClock, validIds } from "./validation/runtime-ports.js";
import { callback, flag, isString, matching, oneOf, positive } from "./validation/values.js";

/**
 * Checks the options of a service.
 * @throws TypeError that names the option and the cure
 */
export function checkServiceOptions(options: ServiceOptions): void {
  checkOptions("createService", options, validService);
  checkCallers(options);
  checkModels(options);
  if (options.keys) {
    checkGivenModels(
      options.keys,
      options.models.map(({ id }) => id),
    );
  }
}

function checkCallers({ keys, authenticate, allowAnonymous }: ServiceOptions): void {
  if ((keys || authenticate) && allowAnonymous) {
    refuse("set `keys` or `authenticate`, or else `allowAnonymous`, not both");
  }
  if (!keys && !authenticate && !allowAnonymous) {
    refuse(
      '"keys" is missing: pass createMemoryKeys([...]), a store\'s keys, or `authenticate`, or set `allowAnonymous: true` to serve everyone',
    );
  }
}

function checkModels({ models, requirePrices, clock = systemClock }: ServiceOptions): void {
  const haveBegun = listOf(shape("a model", { prices: validPricesAt(clock.now()) }));
  checkOptions("createService", models, haveBegun, "models");
  const free = models.find(({ prices }) => requirePrices && !prices);
  if (free) refuse(`the model "${free.id}" has no prices, which "requirePrices" demands`);
  if (requirePrices) for (const model of models) checkUnitPrices(model, clock.now());
  const names = models.flatMap(({ id, aliases }) => [id, ...aliases]);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) refuse(`two models have the name "${twice}"; give each its own`);
}

function checkUnitPrices({ id, prices, units = [] }: Model, now: number): void {
  const [unit] = unpricedUnits(units, pricesAt(prices, now));
  if (unit === undefined) return;
  refuse(`the model "${id}" has no price for "${unit}", which "requirePrices" demands`);
}

function refuse(problem: string): never {
  throw new TypeError(`createService: ${problem}.`);
}

/** The options of a service; those of its formats are the formats' own. */
const validService: Check = /* @__PURE__ */ deferred(() => {
  const first = shape("an object", { formats: validFormats });
  const rest = choose((options) =>
    members<ServiceOptions>({
      ...serviceChecks(),
      ...formatChecks((options as ServiceOptions).formats),
    }),
  );
  return all(first, rest);
});

/** Whoever names one of several numbers sets it. */
const above0 = { given: positive };

function serviceChecks(): MemberChecks<Omit<ServiceOptions, keyof FormatOptions>> {
  return {
    models: { required: listOf(validModel) },
    keys: validKeys,
    authenticate: callback,
    allowAnonymous: flag,
    allowedHosts: validHosts,
    allowedOrigins: validOrigins,
    cors: validCors,
    ledger: { given: validLedger },
    ledgerTimes: eachLike(defaultLedgerTimes, above0),
    unknownAccounts: oneOf(...unknownAccountsPolicies),
    requirePrices: flag,
    onCallerGone: oneOf(...callerGonePolicies),
    drain: eachLike(defaultDrain, above0),
    idempotency: { given: validIdempotency },
    idempotencyRetention: positive,
    documents: { given: validDocuments },
    endpoints: validEndpoints,
    limits: { given: validLimitsPort },
    basePath: matching('a path such as "/api"', /^(\/[^/?#\s]+)*\/*$/),
    formats: validFormats,
    validation: validProfile,
    sizeLimits: eachLike(defaultSizeLimits, above0),
    uploadTimeout: positive,
    timeouts: eachLike(defaultTimeouts, above0),
    unsupported: validPolicy,
    pingInterval: positive,
    defaultMaxTokens: positive,
    clock: validClock,
    ids: validIds,
    random: callback,
    reporter: either(Array.isArray, listOf(callback), reporterOrWord),
    secrets: listOf(
      isHidden("a string that is not empty", (text) => isString(text) && text !== ""),
    ),
  };
}

const reporterOrWord = /* @__PURE__ */ either(isString, oneOf("silent"), callback);

const validFormats = /* @__PURE__ */ deferred(() => {
  const what = "a format, such as messagesFormat";
  const parts = shape(what, { validOptions: { required: is("a check of its options", isObject) } });
  return listOf(all(port<FormatDefinition>(what, "create"), parts), 1);
});

/** The checks of the options of all built-in formats, and of those that are passed. */
function formatChecks(passed: FormatList | undefined) {
  const known = [...formats, ...(passed ?? [])];
  const checks = known.map(({ option, validOptions }) => [option, validOptions] as const);
  return Object.fromEntries(checks) as MemberChecks<FormatOptions>;
}

const validProfile: Check = /* @__PURE__ */ deferred(() => {
  const what = '"open" or a profile such as `strict` of "@diglot/core/strict"';
  return either((given) => given === "open", anything, is(what, isObject));
});
