import type { DocumentStore } from "./accounts/documents/documents.js";
import type { IdempotencyStore } from "./accounts/idempotency/idempotency.js";
import type { Guesses } from "./accounts/keys/guesses.js";
import type { Authenticate } from "./accounts/keys/host-authentication.js";
import type { Keys } from "./accounts/keys/keys.js";
import type { CallerGonePolicy, Ledger, UnknownAccountsPolicy } from "./accounts/ledger/ledger.js";
import type { Limits } from "./accounts/limits/limits.js";
import type { UnsupportedPolicy } from "./conversation/receipt/receipt.js";
import type { Endpoint } from "./endpoints/endpoint.js";
import type { Reporter } from "./events/reporter.js";
import type { Format } from "./formats/format.js";
import type { FormatList, FormatOptions } from "./formats/formats.js";
import type { StrictProfile } from "./formats/strict-profile.js";
import type { CorsOptions, CorsSettings } from "./http/cors-options.js";
import type { SiteCheck, SiteOptions } from "./http/site-check.js";
import type { SizeLimits } from "./http/size-limits.js";
import type { Uploads } from "./http/uploads.js";
import type { Model } from "./models/model.js";
import type { Timeouts } from "./models/reply/timeouts.js";
import type { Clock } from "./runtime/clock.js";
import type { Ids } from "./runtime/ids.js";
import type { Turns } from "./runtime/turns.js";

/** The longest times that the stores may take, in milliseconds. */
export interface LedgerTimes {
  /**
   * To find a key, to take a place, to charge the rates, to reserve, or to claim an idempotency key.
   * After that the caller is asked to try again. @default 2_000
   */
  readonly reserve: number;
  /**
   * How long a row stays open without a heartbeat from the process that opened it; then any process
   * may recover it. Heartbeats come three times as often. @default 60_000
   */
  readonly lease: number;
}

/** The times of the stores of a service that sets none. */
export const defaultLedgerTimes: LedgerTimes = { reserve: 2_000, lease: 60_000 };

/** How far a model may continue after its caller has left; the limits of every reply apply as well. */
export interface DrainLimits {
  /** Milliseconds after the caller has left. @default 60_000 */
  readonly milliseconds: number;
  /** Bytes of a stream that are read after the caller has left. @default 4_194_304 (4 MiB) */
  readonly bytes: number;
}

/** How far a service drains that sets nothing. */
export const defaultDrain: DrainLimits = { milliseconds: 60_000, bytes: 4 * 1024 * 1024 };

/** Options of `createService`. Everything but `models` and `keys` has a default. */
export interface ServiceOptions extends FormatOptions, SiteOptions {
  /** The models that are served. */
  readonly models: readonly Model[];
  /** Who may call. Required, unless `authenticate` or `allowAnonymous` is set. */
  readonly keys?: Keys | undefined;
  /**
   * Identifies callers as the host does, by cookie, token or client certificate, with or without
   * `keys`. It is asked first; whom it does not know, the keys may.
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Serves callers without a key, all on one account. Meant for your own machine: `allowedHosts` and
   * `allowedOrigins` say who else may call. @default false
   */
  readonly allowAnonymous?: boolean | undefined;
  /**
   * Lets web pages of other origins call the service and read its answers, preflights included: `true` for
   * every origin, or which ones and how. Anyone who opens a page can read a key in it. The answers of
   * endpoints that ask for no key stay hidden from pages. @default false
   */
  readonly cors?: boolean | CorsOptions | undefined;
  /** Where usage is recorded and budgets are kept. @default in memory, lost with the process */
  readonly ledger?: Ledger | undefined;
  readonly ledgerTimes?: Partial<LedgerTimes> | undefined;
  /**
   * What happens to requests of accounts that have no budget, neither a credit nor one that renews.
   * With `unlimited`, a mistyped account id spends without limit: a service that bills should say
   * `refuse`. The event `started` reports which it is. @default "unlimited"
   */
  readonly unknownAccounts?: UnknownAccountsPolicy | undefined;
  /** Refuses to start with a model that has no prices and would therefore be free. @default false */
  readonly requirePrices?: boolean | undefined;
  /**
   * What an account pays if its caller leaves before the end of the answer. A request with an
   * `Idempotency-Key` is always drained, because its answer may be requested again.
   * @default "bill-observed"
   */
  readonly onCallerGone?: CallerGonePolicy | undefined;
  /** How far a model may continue after its caller has left, under `drain`. */
  readonly drain?: Partial<DrainLimits> | undefined;
  /** Answers of requests with an `Idempotency-Key`. @default in memory, lost with the process */
  readonly idempotency?: IdempotencyStore | undefined;
  /** How long an `Idempotency-Key` is kept, in milliseconds. @default 86_400_000 (a day) */
  readonly idempotencyRetention?: number | undefined;
  /**
   * Where formats keep what their callers want back in later requests, such as replies. Prompts are kept with
   * them. The formats of this package keep nothing. @default nothing is kept
   */
  readonly documents?: DocumentStore | undefined;
  /** Endpoints beside those of the formats, such as `accountEndpoints()`. @default none */
  readonly endpoints?: readonly Endpoint[] | undefined;
  /** Rates and concurrency. @default in memory: 1_000 requests at once in total */
  readonly limits?: Limits | undefined;
  /** What comes before `/v1` in the paths, such as `/api`. @default "" */
  readonly basePath?: string | undefined;
  /**
   * The wire formats that are served. They are asked in order whether a request to a shared path
   * (the models list, an unknown path) is theirs; if none says so, it is taken for the first one's.
   * @default [messagesFormat, chatCompletionsFormat]
   */
  readonly formats?: FormatList | undefined;
  /**
   * `open` refuses what is wrong and accepts what it does not know. A profile of
   * `@diglot/core/strict` refuses whatever the real services refuse, with the same messages: `strict`,
   * or one of `createStrictProfile`. @default "open"
   */
  readonly validation?: "open" | StrictProfile | undefined;
  readonly sizeLimits?: Partial<SizeLimits> | undefined;
  /**
   * The longest time that a request body may take to arrive, in milliseconds. @default 120_000: 32
   * MiB at 2.2 megabits a second, and less than servers allow before they cut the connection
   */
  readonly uploadTimeout?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /**
   * What happens to fields that a model's format cannot carry. `policy` refuses those without which
   * the caller could act wrongly, and warns of the rest; `warn` refuses only what cannot be left
   * out; `strict` refuses every loss; `fields` decides for single fields. @default { default: "policy" }
   */
  readonly unsupported?: Partial<UnsupportedPolicy> | undefined;
  /** Milliseconds of silence after which a stream that is being read sends a heartbeat. @default 15_000 */
  readonly pingInterval?: number | undefined;
  /**
   * The token limit of a request that sets none, for a model without a maximum: this much is
   * reserved, and the reply is cut there. @default 32_000
   */
  readonly defaultMaxTokens?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  /** Returns numbers of at least 0 and below 1, for jitter and choices among equals. @default Math.random */
  readonly random?: (() => number) | undefined;
  /**
   * Receives the events of the service; several reporters are called in this order. A service without
   * one prints defects, and failures of upstreams and stores, to `console.error`: each kind once a
   * second, without mistakes of callers and without refusals of a full service. `silent` prints nothing. @default the console
   */
  readonly reporter?: Reporter | readonly Reporter[] | "silent" | undefined;
  /**
   * Texts that no reporter may show, such as the password of a database. The credentials of upstreams
   * and of administrators are known without it. @default none
   */
  readonly secrets?: readonly string[] | undefined;
}

/** Complete, checked, read-only settings. */
export interface Settings {
  readonly formats: readonly [Format, ...Format[]];
  readonly sizeLimits: SizeLimits;
  readonly models: readonly Model[];
  readonly keys: Keys | undefined;
  readonly authenticate: Authenticate | undefined;
  /** Whether everyone is served, without a key. */
  readonly isAnonymous: boolean;
  /** Absent if no page of another origin may call. */
  readonly cors: CorsSettings | undefined;
  readonly checkSite: SiteCheck;
  /** The same, more strictly, for a caller whom `authenticate` knows. */
  readonly checkIdentifiedSite: SiteCheck;
  /** The same for endpoints that answer everyone. */
  readonly checkPublicSite: SiteCheck;
  readonly guesses: Guesses;
  readonly ledger: Ledger;
  readonly ledgerTimes: LedgerTimes;
  readonly unknownAccounts: UnknownAccountsPolicy;
  readonly onCallerGone: CallerGonePolicy;
  readonly drain: DrainLimits;
  readonly idempotency: IdempotencyStore;
  readonly idempotencyRetention: number;
  readonly documents: DocumentStore | undefined;
  readonly limits: Limits;
  readonly endpoints: readonly Endpoint[];
  readonly basePath: string;
  readonly timeouts: Timeouts;
  readonly turns: Turns;
  readonly uploads: Uploads;
  readonly pingInterval: number;
  readonly defaultMaxTokens: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly unsupported: UnsupportedPolicy;
  /** Those of the options, of the models and of the endpoints. */
  readonly secrets: () => readonly string[];
  /** Absent if the options have none; then no events of requests are made. */
  readonly reporter: Reporter | undefined;
  /** Receives what is reported; the console gets the failures of a service without a reporter. */
  readonly report: Reporter;
}
