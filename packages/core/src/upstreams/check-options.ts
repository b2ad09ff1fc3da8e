import { validPrices } from "../accounts/prices/check-prices.js";
import { type UpstreamCapabilities, validTranslation } from "../conversation/capabilities.js";
import { promptPresets } from "../conversation/stable-prompt/lines.js";
import {
  all,
  type Check,
  deferred,
  either,
  finds,
  isHidden,
  namesOf,
} from "../validation/check.js";
import { checkOptions } from "../validation/check-options.js";
import { listOf, type MemberChecks, mapOf, members, names } from "../validation/objects.js";
import {
  amount,
  callback,
  flag,
  isString,
  name,
  oneOf,
  positive,
  size,
  text,
} from "../validation/values.js";
import { quote } from "../validation/words.js";
import type { UpstreamOptions, UpstreamTimeouts } from "./options.js";
import { validReasoningStore } from "./translate/reasoning-store.js";

/**
 * Checks the options of an upstream.
 * @param user the function that was called
 * @param validCapabilities what its format says of capabilities
 * @throws TypeError that names the option and the cure
 */
export function checkUpstreamOptions<C extends UpstreamCapabilities>(
  user: string,
  options: UpstreamOptions<C>,
  validCapabilities: Check,
): void {
  const checks = upstreamChecks<C>(validCapabilities);
  checkOptions(user, options, all(members<UpstreamOptions<C>>(checks), fitTogether));
}

/** The checks of all options of an upstream. */
export function upstreamChecks<C extends UpstreamCapabilities>(
  validCapabilities: Check,
): MemberChecks<UpstreamOptions<C>> {
  return {
    id: { required: name },
    baseUrl: { required: validBaseUrl },
    apiKey: validKey,
    apiKeys: listOf(validKey, 1),
    // A key that is written here by mistake is not shown.
    credential: isHidden(
      'one of x-api-key, api-key, bearer; a key belongs in "apiKey"',
      (word) => word === "x-api-key" || word === "api-key" || word === "bearer",
    ),
    model: name,
    headers: validHeaders,
    attemptIdHeader: validHeaderName,
    capabilities: { given: validCapabilities },
    translation: validTranslation,
    timeouts: members<UpstreamTimeouts>({
      firstEvent: positive,
      betweenEvents: positive,
      total: positive,
      connect: positive,
    }),
    fetch: callback,
    transport: callback,
    aliases: names,
    displayName: text,
    created: amount,
    ownedBy: text,
    prices: { given: validPrices },
    contextWindow: size,
    countTokens: callback,
    upstreamErrors: oneOf("show", "hide"),
    revealModel: flag,
    stablePrompt: validStablePrompt,
    reasoningStore: validReasoningStore,
  };
}

const validStablePrompt: Check = /* @__PURE__ */ deferred(() =>
  either(Array.isArray, listOf(oneOf(...promptPresets)), flag),
);

const validKey: Check = /* @__PURE__ */ isHidden(
  "visible ASCII characters",
  (key) => isString(key) && /^[\x21-\x7e]+$/.test(key),
);

/** The address of an endpoint, which callers add to the base URL themselves. */
const endpointPath = /\/(?:messages|(?:chat\/)?completions|embeddings|rerank|moderations)\/*$/;

/** The error does not repeat an invalid address: it may contain a password. */
const validBaseUrl: Check = /* @__PURE__ */ finds((value, path) => {
  const place = quote(path);
  if (!isString(value) || !/^https?:/i.test(value) || !URL.canParse(value)) {
    return `${place} must be an absolute URL that begins with http:// or https://, such as "http://127.0.0.1:8000/v1"`;
  }
  const { username, password, search, hash, pathname } = new URL(value);
  if (username !== "" || password !== "" || search !== "" || hash !== "") {
    return `${place} must have no user, password, query or fragment; a key belongs in "apiKey"`;
  }
  const end = endpointPath.exec(pathname)?.[0];
  return end && `${place} must end before "${end}", which is added to it`;
});

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

const validHeaders: Check = /* @__PURE__ */ deferred(() =>
  all(
    mapOf(isHidden("a string of visible ASCII characters", isHeaderText)),
    namesOf(validHeaderName),
  ),
);

function isHeaderText(value: unknown): boolean {
  return isString(value) && /^[\x20-\x7e]*$/.test(value);
}

/** The name of a header that a service may send. */
const validHeaderName: Check = /* @__PURE__ */ deferred(() =>
  isHidden(
    'a header that may be set here; a key belongs in "apiKey"',
    (name) =>
      isString(name) &&
      /^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name) &&
      !reservedHeaders.has(name.toLowerCase()),
  ),
);

const fitTogether: Check = /* @__PURE__ */ finds((value) => {
  const { fetch, transport, attemptIdHeader, headers = {} } = value as UpstreamOptions;
  const { apiKey, apiKeys } = value as UpstreamOptions;
  if (fetch && transport) return 'set "fetch" or "transport", not both';
  if (apiKey !== undefined && apiKeys) return 'set "apiKey" or "apiKeys", not both';
  const name = attemptIdHeader?.toLowerCase();
  const isTaken = Object.keys(headers).some((other) => other.toLowerCase() === name);
  if (name !== "accept" && !isTaken) return undefined;
  return `"attemptIdHeader" must not be a header that is also set elsewhere: ${name}`;
});
