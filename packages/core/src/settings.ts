import { createMemoryIdempotency } from "./accounts/idempotency/memory-idempotency.js";
import { createGuesses } from "./accounts/keys/guesses.js";
import { createMemoryLedger } from "./accounts/ledger/memory-ledger.js";
import { createMemoryLimits } from "./accounts/limits/memory-limits.js";
import { checkServiceOptions } from "./check-options.js";
import { defaultPolicy } from "./conversation/receipt/receipt.js";
import { createConsoleReporter } from "./events/console-reporter.js";
import { joinReporters, type Reporter, silentReporter } from "./events/reporter.js";
import { createFormats } from "./formats/create-formats.js";
import { toCorsSettings } from "./http/cors-options.js";
import { createSiteCheck, type SiteOptions } from "./http/site-check.js";
import { defaultSizeLimits } from "./http/size-limits.js";
import { createUploads } from "./http/uploads.js";
import { defaultTimeouts } from "./models/reply/timeouts.js";
import { defaultDrain, defaultLedgerTimes, type ServiceOptions, type Settings } from "./options.js";
import { systemClock } from "./runtime/clock.js";
import { createRandomIds } from "./runtime/ids.js";
import { createTurns } from "./runtime/turns.js";
import { complete } from "./validation/complete.js";

/**
 * Checks and completes the options. Every default of a service is here or with its own module.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function toSettings(options: ServiceOptions): Settings {
  checkServiceOptions(options);
  const clock = options.clock ?? systemClock;
  const sizeLimits = complete(defaultSizeLimits, options.sizeLimits);
  const uploadTimeout = options.uploadTimeout ?? 120_000;
  const turns = createTurns(clock);
  const reporter = options.reporter === "silent" ? undefined : joinReporters(options.reporter);
  const sites = toSites(options);
  const formats = createFormats(options, {
    validation: options.validation ?? "open",
    sizeLimits,
    documents: options.documents,
  });
  return Object.freeze({
    models: [...options.models],
    keys: options.keys,
    authenticate: options.authenticate,
    isAnonymous: options.allowAnonymous === true,
    cors: toCorsSettings(options.cors ?? false),
    checkSite: options.allowAnonymous
      ? createSiteCheck(sites, "none")
      : createSiteCheck(options, "key"),
    checkIdentifiedSite: createSiteCheck(sites, "host"),
    checkPublicSite: createSiteCheck(sites, options.allowAnonymous ? "none" : "public"),
    guesses: createGuesses(clock),
    ledger: options.ledger ?? createMemoryLedger({ clock }),
    ledgerTimes: complete(defaultLedgerTimes, options.ledgerTimes),
    unknownAccounts: options.unknownAccounts ?? "unlimited",
    onCallerGone: options.onCallerGone ?? "bill-observed",
    drain: complete(defaultDrain, options.drain),
    idempotency: options.idempotency ?? createMemoryIdempotency({ clock }),
    idempotencyRetention: options.idempotencyRetention ?? 86_400_000,
    documents: options.documents,
    limits: options.limits ?? createMemoryLimits(),
    endpoints: [
      ...(options.endpoints ?? []),
      ...formats.flatMap(({ endpoints = [] }) => endpoints),
    ],
    basePath: (options.basePath ?? "").replace(/\/+$/, ""),
    formats,
    sizeLimits,
    turns,
    uploads: createUploads({ sizeLimits, uploadTimeout, clock, turns }),
    timeouts: complete(defaultTimeouts, options.timeouts),
    pingInterval: options.pingInterval ?? 15_000,
    defaultMaxTokens: options.defaultMaxTokens ?? 32_000,
    clock,
    ids: options.ids ?? createRandomIds(),
    random: options.random ?? Math.random,
    unsupported: complete(defaultPolicy, options.unsupported),
    secrets: () => [
      ...(options.secrets ?? []),
      ...[...options.models, ...(options.endpoints ?? [])].flatMap((one) => one.secrets?.() ?? []),
    ],
    reporter,
    report: reporter ?? toDefaultReporter(options),
  });
}

/** Where a caller needs no key, pages that `cors` names may call: otherwise they would read only refusals. */
function toSites({ allowedHosts, allowedOrigins, cors }: ServiceOptions): SiteOptions {
  const named = typeof cors === "object" && cors.origins !== "*" ? cors.origins : undefined;
  return { allowedHosts, allowedOrigins: allowedOrigins ?? named };
}

/** As those of an operator, it never throws: what it is given may be anything. */
function toDefaultReporter({ reporter }: ServiceOptions): Reporter {
  if (reporter === "silent") return silentReporter;
  return joinReporters(createConsoleReporter()) ?? silentReporter;
}
