import { complete } from "../checks/complete.js";
import { defaultTranslation, type UpstreamCapabilities } from "../conversation/capabilities.js";
import type { HeaderList } from "../http/answers.js";
import type { UpstreamOptions, UpstreamSettings } from "./options.js";
import { createModelRename } from "./send/model-rename.js";
import { createQuote } from "./send/quote.js";
import { createSecretFinder } from "./send/secrets.js";
import { createFetchTransport } from "./send/transport.js";

/** Completes the options of an upstream, which have been checked. */
export function toUpstreamSettings<C extends UpstreamCapabilities>(
  options: UpstreamOptions<C>,
  defaults: C,
): UpstreamSettings {
  const { fetch, transport, apiKey, ...rest } = options;
  const { id, model = id, revealModel = false } = options;
  const baseUrl = trimUrl(options.baseUrl);
  const headers = toHeaders(options.headers ?? {});
  const holdsSecret = createSecretFinder(listSecrets(baseUrl, apiKey, headers));
  return Object.freeze({
    ...rest,
    baseUrl,
    apiKey,
    model,
    headers,
    attemptIdHeader: options.attemptIdHeader?.toLowerCase(),
    capabilities: complete(defaults, options.capabilities),
    translation: complete(defaultTranslation, options.translation),
    timeouts: Object.freeze({ ...options.timeouts }),
    transport:
      transport ?? createFetchTransport(fetch ?? ((...request) => globalThis.fetch(...request))),
    holdsSecret,
    quote: createQuote(holdsSecret, baseUrl),
    revealModel,
    rename: createModelRename(revealModel ? id : model, id),
    upstreamErrors: options.upstreamErrors ?? "show",
  });
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
