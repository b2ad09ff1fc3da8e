import { ServiceError } from "../../../errors/service-error.js";
import type { HeaderLookup } from "../../../http/exchange.js";
import type { Ids } from "../../../runtime/ids.js";
import type { Head } from "../../format.js";
import type { FormatSettings } from "../settings.js";

type Validation = Pick<FormatSettings, "strict">;

/** Where a key may be if there is no bearer token; the first match wins. */
const keyHeaders = ["x-api-key", "api-key"] as const;
/** Keys below this length show none of their characters. */
const shortestShownKey = 20;
const mostStars = 64;

/**
 * The key that the caller presents: the bearer token, else `x-api-key`, else `api-key`. The scheme
 * is case-insensitive; any other scheme, HTTP Basic included, counts as no key. The strict profile
 * knows no other header than the vendor does, and takes the password of HTTP Basic as it does.
 * @throws ServiceError `unauthenticated` if a header was sent twice
 */
export function readCredential(headers: HeaderLookup, { strict }: Validation): string | undefined {
  const authorization = headers.get("authorization");
  const token = readBearerToken(authorization);
  if (token !== undefined) return token;
  if (strict?.requests) return readPassword(authorization);
  for (const name of keyHeaders) {
    const key = headers.get(name)?.trim();
    if (key) return assertSingle(key);
  }
  return undefined;
}

function readBearerToken(authorization: string | null): string | undefined {
  const value = authorization?.trim() ?? "";
  if (!/^bearer\s/i.test(value)) return undefined;
  return assertSingle(value.slice("bearer".length).trim());
}

/** The password of HTTP Basic with a blank user. */
function readPassword(authorization: string | null): string | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded);
  return bytes?.startsWith(":") && bytes.length > 1 ? assertSingle(bytes.slice(1)) : undefined;
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

/** Repeated headers arrive joined with commas, and no key contains a comma. */
function assertSingle(credential: string): string {
  if (!credential.includes(",")) return credential;
  throw new ServiceError({
    kind: "unauthenticated",
    message: "More than one API key was provided. Send a single key.",
  });
}

const howToSendKeys =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)";
/** The vendor's site. Only the strict profile names it, because other services issue their own keys. */
const siteOfKeys = "https://platform.openai.com/account/api-keys";

/** The error for a missing key. The wire gives it no code. */
export function missingCredential({ strict }: Validation): ServiceError {
  const more = strict?.requests
    ? `, or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from ${siteOfKeys}.`
    : ".";
  return new ServiceError({
    kind: "unauthenticated",
    message: howToSendKeys + more,
    code: null,
  });
}

/**
 * The error for a key that does not exist. It shows no part of the key: it may be a real one with a
 * slip, or one of another service. Only the strict profile shows both ends, as the vendor does.
 */
export function wrongCredential(credential: string, { strict }: Validation): ServiceError {
  const shown = strict?.requests
    ? `${maskKey(credential)}. You can find your API key at ${siteOfKeys}`
    : "*".repeat(shortestShownKey);
  return new ServiceError({
    kind: "unauthenticated",
    message: `Incorrect API key provided: ${shown}.`,
  });
}

/** The first 8 and last 4 characters with stars between; only stars for a short key. */
function maskKey(key: string): string {
  if (key.length < shortestShownKey) return "*".repeat(key.length);
  const stars = "*".repeat(Math.min(key.length - 12, mostStars));
  return `${key.slice(0, 8)}${stars}${key.slice(-4)}`;
}

/** This format has no headers of its own that change an answer. */
export function readHead(): Head {
  return {};
}

/** A fresh request id. */
export function createRequestId(ids: Ids): string {
  return ids.create("req_", 32);
}

/** The headers that carry a request id; clients of this format read `x-request-id`. */
export function requestIdHeaders(requestId: string): readonly (readonly [string, string])[] {
  return [
    ["x-request-id", requestId],
    ["request-id", requestId],
  ];
}
