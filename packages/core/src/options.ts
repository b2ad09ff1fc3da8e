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

/** How long the stores may take, in milliseconds. */
export interface LedgerTimes {
  /**
   * The longest time that a store may take to answer: the keys or `authenticate` to find a caller, the limits to
   * give a place or to charge the rates, the ledger to answer a reservation, the idempotency store to claim a key.
   * After that the caller is asked to try again. @default 2_000
   */
  readonly reserve: number;
  /**
   * How long a row stays open without a heartbeat from the process that opened it. After that any process may
   * recover it. Heartbeats come three times as often. @default 60_000
   */
  readonly lease: number;
}

/** The times of the stores of a service that sets none. */
export const defaultLedgerTimes: LedgerTimes = { reserve: 2_000, lease: 60_000 };

/**
 * How far a model may continue after its caller has left, under `onCallerGone: "drain"`. The limits of every reply
 * apply as well.
 */
export interface DrainLimits {
  /** How long the model may continue, in milliseconds. @default 60_000 */
  readonly milliseconds: number;
  /** How many bytes of a stream are read after the caller has left. @default 4_194_304 (4 MiB) */
  readonly bytes: number;
}

/** How far a service drains that sets nothing. */
export const defaultDrain: DrainLimits = { milliseconds: 60_000, bytes: 4 * 1024 * 1024 };

/**
 * Options of `createService`. Only `models`, and one of `keys`, `authenticate` and `allowAnonymous`, are required.
 */
export interface ServiceOptions extends FormatOptions, SiteOptions {
  /** The models that are served. Their ids and aliases must differ. */
  readonly models: readonly Model[];
  /**
   * Finds the key of a caller: `createMemoryKeys([...])`, or the keys of a store. Required, unless `authenticate`
   * or `allowAnonymous` is set.
   */
  readonly keys?: Keys | undefined;
  /**
   * Identifies callers as your application does, by cookie, token or client certificate. With `keys` beside it, it
   * is asked first; if it returns nothing, the service looks the credential up in `keys`.
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Serves callers without a key, all on one account. Use it only on your own machine: `allowedHosts` and
   * `allowedOrigins` limit who else may call. @default false
   */
  readonly allowAnonymous?: boolean | undefined;
  /**
   * Lets web pages of other origins call the service and read its answers, preflights included: `true` for every
   * origin, or an object of options. Anyone who opens a page can read a key in it. The answers of endpoints that
   * ask for no key stay hidden from pages. @default false
   */
  readonly cors?: boolean | CorsOptions | undefined;
  /**
   * Where usage is recorded and budgets are kept. @default `createMemoryLedger()`, whose data ends with the
   * process
   */
  readonly ledger?: Ledger | undefined;
  /** How long the stores may take, and how long a row stays open. */
  readonly ledgerTimes?: Partial<LedgerTimes> | undefined;
  /**
   * What happens to requests of accounts that have no budget, neither a credit nor one that renews: `refuse`
   * refuses them, `unlimited` lets them spend without limit. With `unlimited`, a mistyped account id spends
   * without limit, so a service that bills should set `refuse`. The event `started` reports the value. @default
   * "unlimited"
   */
  readonly unknownAccounts?: UnknownAccountsPolicy | undefined;
  /** Refuses to start with a model that has no prices and would therefore be free. @default false */
  readonly requirePrices?: boolean | undefined;
  /**
   * What an account pays if its caller leaves before the end of the answer. `bill-observed` stops the model and
   * bills the text that was generated. `drain` lets the model finish within `drain` and bills the reported usage.
   * `refund` stops the model and bills nothing. A request with an `Idempotency-Key` is always drained, because its
   * answer may be requested again. @default "bill-observed"
   */
  readonly onCallerGone?: CallerGonePolicy | undefined;
  /** How far a model may continue after its caller has left, under `drain`. */
  readonly drain?: Partial<DrainLimits> | undefined;
  /**
   * Where idempotency keys and their answers are kept. @default `createMemoryIdempotency()`, whose data ends with
   * the process
   */
  readonly idempotency?: IdempotencyStore | undefined;
  /** How long an idempotency key is kept, in milliseconds. @default 86_400_000 (a day) */
  readonly idempotencyRetention?: number | undefined;
  /**
   * Where formats such as Responses keep replies for later requests, together with their prompts. The formats of
   * this package keep nothing. @default nothing is kept
   */
  readonly documents?: DocumentStore | undefined;
  /**
   * Further endpoints: `healthEndpoints()`, `accountEndpoints()` and `adminEndpoints()` of
   * `@diglot/core/accounts`, or your own. @default none
   */
  readonly endpoints?: readonly Endpoint[] | undefined;
  /**
   * Limits of rates and of requests at once, counted before bodies are read. @default `createMemoryLimits()`:
   * 1,000 requests at once in total, and no number for each key
   */
  readonly limits?: Limits | undefined;
  /** The path before `/v1`, such as `/api`. @default "" */
  readonly basePath?: string | undefined;
  /**
   * The wire formats that are served: `messagesFormat`, `chatCompletionsFormat`, a format of another package, or
   * your own. For a shared path (the list of models, an unknown path) they are asked in this order whether the
   * request is theirs; if none claims it, the first one answers. @default [messagesFormat, chatCompletionsFormat]
   */
  readonly formats?: FormatList | undefined;
  /**
   * `open` refuses wrong values and accepts unknown members. `strict` of `@diglot/core/strict` also refuses all
   * that the real services are known to refuse, with the same messages, and replies as they do.
   * `createStrictProfile` of the same module adds the refusals of single models. @default "open"
   */
  readonly validation?: "open" | StrictProfile | undefined;
  /** The sizes that the service accepts. */
  readonly sizeLimits?: Partial<SizeLimits> | undefined;
  /**
   * How long a request body may take to arrive, in milliseconds. After that the request is refused as
   * `bad_request`. The default is enough for 32 MiB at 2.2 megabits a second, and less than servers allow before
   * they cut the connection. @default 120_000
   */
  readonly uploadTimeout?: number | undefined;
  /** How long a model may take. */
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** What happens to fields that a model's format cannot carry. @default { default: "policy" } */
  readonly unsupported?: Partial<UnsupportedPolicy> | undefined;
  /** Settings of the Messages format. */
  readonly messages?: FormatOptions["messages"];
  /** Settings of the Chat Completions format. */
  readonly chatCompletions?: FormatOptions["chatCompletions"];
  /** After how many milliseconds of silence a stream that is being read sends a heartbeat. @default 15_000 */
  readonly pingInterval?: number | undefined;
  /**
   * The token limit of a request that sets none, for a model without a maximum. So many tokens are reserved, and
   * the reply is cut there. @default 32_000
   */
  readonly defaultMaxTokens?: number | undefined;
  /** The source of time. Pass your own to test without waiting. @default the clock of the system */
  readonly clock?: Clock | undefined;
  /** The source of ids. Pass your own for the same ids in every run. @default random ids */
  readonly ids?: Ids | undefined;
  /**
   * Returns numbers of at least 0 and below 1, for jitter and choices among equals. Pass your own for the same
   * choices in every run. @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /**
   * Receives the events of the service: the begin and the end of each request and of each attempt, each failure in
   * the background, each receipt, each settled or recovered row, each change by an administrator. Events have no
   * key, no prompt and no output. Several reporters are called in this order; errors that one throws are ignored.
   * `silent` prints nothing. @default a reporter that prints defects, and failures of upstreams and stores, to
   * `console.error`: each kind once a second, without mistakes of callers and without refusals of a full service
   */
  readonly reporter?: Reporter | readonly Reporter[] | "silent" | undefined;
  /**
   * Texts that no reporter may show, such as the password of a database. The credentials of upstreams and of
   * administrators are hidden without it. @default none
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
