import { defaultTranslation, type UpstreamCapabilities } from "../conversation/capabilities.js";
import { toChangingLines } from "../conversation/stable-prompt/lines.js";
import type { HeaderList } from "../http/answers.js";
import { createSecretSearch } from "../redaction/secret-search.js";
import { complete } from "../validation/complete.js";
import type { UpstreamOptions, UpstreamSettings } from "./options.js";
import { createModelRename } from "./send/model-rename.js";
import { createQuote } from "./send/quote.js";
import { createFetchTransport } from "./send/transport.js";

/** Completes the options of an upstream, which have been checked. */
export function toUpstreamSettings<C extends UpstreamCapabilities>(
  options: UpstreamOptions<C>,
  defaults: C,
): UpstreamSettings {
  const { fetch, transport, ...rest } = options;
  const { id, model = id, revealModel = false } = options;
  const baseUrl = trimUrl(options.baseUrl);
  const headers = toHeaders(options.headers ?? {});
  const keys = keysOf(options);
  const credentials = listCredentials(keys, headers);
  const holdsSecret = createSecretSearch([...credentials, toSecretAddress(baseUrl)]).isIn;
  return Object.freeze({
    ...rest,
    baseUrl,
    apiKey: keys[0],
    apiKeys: keys.length > 1 ? keys : undefined,
    model,
    headers,
    attemptIdHeader: options.attemptIdHeader?.toLowerCase(),
    capabilities: complete(defaults, options.capabilities),
    translation: complete(defaultTranslation, options.translation),
    timeouts: Object.freeze({ ...options.timeouts }),
    transport:
      transport ?? createFetchTransport(fetch ?? ((...request) => globalThis.fetch(...request))),
    secrets: credentials.filter(({ length }) => length >= leastCharacters),
    holdsSecret,
    quote: createQuote(holdsSecret, baseUrl),
    revealModel,
    changingLines: toChangingLines(options.stablePrompt),
    rename: createModelRename(revealModel ? id : model, id),
    upstreamErrors: options.upstreamErrors ?? "show",
  });
}

function keysOf({ apiKey, apiKeys }: UpstreamOptions): readonly string[] {
  if (apiKeys) return Object.freeze([...new Set(apiKeys)]);
  return apiKey === undefined ? [] : [apiKey];
}

function trimUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

function toHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
}

/** Names of headers that carry a credential. */
const secretName = /key|token|secret|auth|password|credential/;
/** Shorter ones are words that stand for no key ("none", "ollama"), and that texts may have as words. */
const leastCharacters = 8;

/** The keys and the values of headers, and what stands behind a scheme such as `Basic`. */
function listCredentials(keys: readonly string[], headers: HeaderList): readonly string[] {
  const values = headers.filter(([name]) => secretName.test(name)).map(([, value]) => value);
  const words = values.flatMap((value) => value.split(/[\s,;]+/));
  const long = words.filter(({ length }) => length >= leastCharacters);
  return [...new Set([...keys, ...values, ...long])].filter((text) => text !== "");
}

/** Shorter paths are those of many services, so only address and path together are the upstream's. */
const shortestPath = 12;

/** What no text of the upstream may show to a caller of its address; see `holdsSecret`. */
function toSecretAddress(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/(?:v\d+)?$/, "");
  return path.length < shortestPath ? host + path : path;
}
