import type { PriceList } from "../accounts/prices/prices.js";
import {
  defaultTranslation,
  type TranslationOptions,
  type UpstreamCapabilities,
} from "../conversation/capabilities.js";
import type { Credential } from "../formats/upstream-format.js";
import type { HeaderList } from "../http/answers.js";
import { createModelRename, type ModelRename } from "./send/model-rename.js";
import { createQuote, type Quote } from "./send/quote.js";
import { createSecretFinder, type SecretFinder } from "./send/secrets.js";
import { createFetchTransport, type Transport } from "./send/transport.js";
import type { ReasoningStore } from "./translate/reasoning-store.js";

/** How long an upstream may take, in milliseconds. A time that is absent is limited only by the service's own timeouts. */
export interface UpstreamTimeouts {
  /** Until the first event of its reply, including the connection. */
  readonly firstEvent?: number | undefined;
  /** Between two events. */
  readonly betweenEvents?: number | undefined;
  /** For the whole reply. */
  readonly total?: number | undefined;
  /**
   * Until the head of its answer has arrived. `fetch` shows no earlier moment, so set this only for an
   * upstream that sends its head before its model begins. A runtime's own limit for connections (10 s
   * in Node) applies in any case.
   */
  readonly connect?: number | undefined;
}

/** Options of an upstream and of one of its models. */
export interface UpstreamOptions<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The name by which callers ask for the model. */
  readonly id: string;
  /**
   * The address of the upstream: for a Messages service with or without its final `/v1`, for a Chat
   * Completions service with its version, such as `http://127.0.0.1:11434/v1`.
   */
  readonly baseUrl: string;
  /** The upstream's key. If absent, no credential is sent. Callers' own keys are never sent. */
  readonly apiKey?: string | undefined;
  /**
   * How the key is sent: in a header of that name, or as a bearer token.
   * @default "x-api-key" for Messages, "bearer" for Chat Completions
   */
  readonly credential?: Credential | undefined;
  /** The model's name at the upstream. @default the id */
  readonly model?: string | undefined;
  /** Headers for every request to the upstream; they override a caller's header of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The name of a header, such as `x-client-request-id`, that carries the id of each attempt, so that
   * the upstream's logs can be matched with the ledger. @default none
   */
  readonly attemptIdHeader?: string | undefined;
  /** What the upstream supports, where it differs from the default of its kind: `presets.vllm`, or single members. */
  readonly capabilities?: Partial<C> | undefined;
  readonly translation?: Partial<TranslationOptions> | undefined;
  readonly timeouts?: UpstreamTimeouts | undefined;
  /** @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sends the requests instead of `fetch`; on Node, `createNodeTransport()` of the Node adapter is much cheaper. */
  readonly transport?: Transport | undefined;
  readonly aliases?: readonly string[] | undefined;
  /** @default the id */
  readonly displayName?: string | undefined;
  /** Unix time in seconds. @default 0 */
  readonly created?: number | undefined;
  /** @default "diglot" */
  readonly ownedBy?: string | undefined;
  readonly prices?: PriceList | undefined;
  /** The most tokens that the model can read. */
  readonly contextWindow?: number | undefined;
  /** Counts the tokens of a text, where the upstream reports no count. @default a quarter of the bytes */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * Whether callers read what the upstream says about a request that it refuses: without secrets, its
   * address, and what looks like a key. `hide`: they read only the service's own words, also where
   * the upstream speaks their format. @default "show"
   */
  readonly upstreamErrors?: "show" | "hide" | undefined;
  /**
   * Whether callers read the upstream's own name of the model in its replies and errors. Otherwise they
   * read the `id`. @default false
   */
  readonly revealModel?: boolean | undefined;
  /** Keeps the reasoning that a caller's format cannot carry. @default none is kept */
  readonly reasoningStore?: ReasoningStore | undefined;
}

/** Complete, checked, read-only settings of one upstream. */
export interface UpstreamSettings extends Omit<UpstreamOptions, "fetch" | "headers" | "timeouts"> {
  /** Without a final slash, with its version. */
  readonly baseUrl: string;
  readonly model: string;
  readonly headers: HeaderList;
  readonly capabilities: UpstreamCapabilities;
  readonly translation: TranslationOptions;
  readonly timeouts: UpstreamTimeouts;
  readonly transport: Transport;
  /** Whether a text of the upstream contains its key, another credential, or its address. */
  readonly holdsSecret: SecretFinder;
  readonly quote: Quote;
  readonly revealModel: boolean;
  /** Puts the public name of the model in place of the upstream's, in what the upstream says. */
  readonly rename: ModelRename;
  readonly upstreamErrors: "show" | "hide";
}

/**
 * Completes and checks the options of an upstream.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function toUpstreamSettings<C extends UpstreamCapabilities>(
  options: UpstreamOptions<C>,
  defaults: C,
): UpstreamSettings {
  const { fetch, transport, ...rest } = options;
  if (fetch && transport) throw new TypeError("Set `fetch` or `transport`, not both.");
  const baseUrl = checkBaseUrl(options.baseUrl);
  const apiKey = checkKey(options.apiKey);
  const headers = checkHeaders(options.headers ?? {});
  const holdsSecret = createSecretFinder(listSecrets(baseUrl, apiKey, headers));
  const id = checkName("id", options.id);
  const model = checkName("model", options.model ?? id);
  const revealModel = checkRevealModel(options.revealModel);
  return Object.freeze({
    ...rest,
    id,
    baseUrl,
    apiKey,
    credential: checkCredential(options.credential),
    model,
    headers,
    attemptIdHeader: checkAttemptIdHeader(options),
    capabilities: Object.freeze({ ...defaults, ...options.capabilities }),
    translation: Object.freeze({ ...defaultTranslation, ...options.translation }),
    timeouts: checkTimeouts(options.timeouts ?? {}),
    transport:
      transport ?? createFetchTransport(fetch ?? ((...request) => globalThis.fetch(...request))),
    holdsSecret,
    quote: createQuote(holdsSecret, baseUrl),
    revealModel,
    rename: createModelRename(revealModel ? id : model, id),
    upstreamErrors: checkUpstreamErrors(options.upstreamErrors),
  });
}

/** Names of headers that carry a credential. */
const secretName = /key|token|secret|auth|password|credential/;
/** Shorter paths are those of many services, so only address and path together are the upstream's. */
const shortestPath = 12;

/** What no text of the upstream may show to a caller; see `holdsSecret`. */
function listSecrets(
  baseUrl: string,
  apiKey: string | undefined,
  headers: HeaderList,
): readonly string[] {
  const { host, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/(?:v\d+)?$/, "");
  const credentials = headers.filter(([name]) => secretName.test(name)).map(([, value]) => value);
  return [apiKey ?? "", ...credentials, path.length < shortestPath ? host + path : path];
}

function checkName(option: string, name: unknown): string {
  if (typeof name === "string" && name !== "") return name;
  throw new TypeError(`\`${option}\` of an upstream must be a non-empty string.`);
}

/** The error does not repeat an invalid address: it may contain a password. */
function checkBaseUrl(address: unknown): string {
  if (typeof address !== "string" || !URL.canParse(address)) {
    throw new TypeError("`baseUrl` must be an absolute URL, such as http://127.0.0.1:8000/v1.");
  }
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError("`baseUrl` must begin with http:// or https://.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError(
      "`baseUrl` must have no user, password, query or fragment; a key belongs in `apiKey`.",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** A key with a line break or other control characters could end its header and begin another one. */
function checkKey(key: unknown): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError("`apiKey` must be visible ASCII characters; leave it out to send none.");
}

const credentials: ReadonlySet<unknown> = /* @__PURE__ */ new Set<Credential>([
  "x-api-key",
  "api-key",
  "bearer",
]);

function checkCredential(credential: Credential | undefined): Credential | undefined {
  if (credential === undefined || credentials.has(credential)) return credential;
  throw new TypeError(`\`credential\` must be one of ${[...credentials].join(", ")}.`);
}

function checkUpstreamErrors(value: unknown): "show" | "hide" {
  if (value === undefined) return "show";
  if (value === "show" || value === "hide") return value;
  throw new TypeError("`upstreamErrors` must be show or hide.");
}

function checkRevealModel(value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw new TypeError("`revealModel` must be true or false.");
}

/** Credentials have their own option; the other headers belong to the transport. */
const reservedHeaders = new Set([
  "authorization",
  "x-api-key",
  "api-key",
  "cookie",
  "proxy-authorization",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function checkHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).map(([name, value]) => {
    if (!/^[\x20-\x7e]*$/.test(value)) throw illegalHeader(name);
    return [checkHeaderName(name), value];
  });
}

/** The name in lower case. */
function checkHeaderName(name: string): string {
  const lowerCase = name.toLowerCase();
  if (reservedHeaders.has(lowerCase)) {
    throw new TypeError(`The header "${name}" cannot be set; a key belongs in \`apiKey\`.`);
  }
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(lowerCase)) throw illegalHeader(name);
  return lowerCase;
}

function illegalHeader(name: string): TypeError {
  return new TypeError(`The header ${JSON.stringify(name)} is not a valid header.`);
}

function checkAttemptIdHeader({
  attemptIdHeader,
  headers = {},
}: Pick<UpstreamOptions, "attemptIdHeader" | "headers">) {
  if (attemptIdHeader === undefined) return undefined;
  const name = checkHeaderName(String(attemptIdHeader));
  if (name === "accept" || Object.keys(headers).some((other) => other.toLowerCase() === name)) {
    throw new TypeError(
      `\`attemptIdHeader\` must not be a header that is also set elsewhere: ${name}.`,
    );
  }
  return name;
}

function checkTimeouts(timeouts: UpstreamTimeouts): UpstreamTimeouts {
  for (const [name, value] of Object.entries(timeouts)) {
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    throw new TypeError(`timeouts.${name} must be a number above 0, not ${String(value)}.`);
  }
  return Object.freeze({ ...timeouts });
}
