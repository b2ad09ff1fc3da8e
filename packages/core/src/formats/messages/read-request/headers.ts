import { clip } from "../../../errors/clip.js";
import { ServiceError } from "../../../errors/service-error.js";
import type { HeaderLookup } from "../../../http/exchange.js";
import type { FormatSettings } from "../settings.js";
import { badRequest } from "../validate/problem.js";
import type { MessagesHead } from "../wire/head.js";

const headerKey = "x-api-key";
const headerAuthorization = "authorization";

/**
 * The key that the caller presents, in `x-api-key` or as a bearer token; `x-api-key` takes
 * precedence if both are present. An empty header counts as absent.
 * @throws ServiceError `unauthenticated` if the used header was given twice: no key contains a
 * comma
 */
export function readCredential(headers: HeaderLookup): string | undefined {
  const token = /^bearer\s+(.*)$/i
    .exec(headers.get(headerAuthorization)?.trim() ?? "")?.[1]
    ?.trim();
  const credential = readKey(headers) || token || undefined;
  if (credential?.includes(",")) throw wrongCredential(credential, headers);
  return credential;
}

function readKey(headers: HeaderLookup): string | undefined {
  return headers.get(headerKey)?.trim();
}

/** The error for a request without a key. */
export function missingCredential(): ServiceError {
  return new ServiceError({ kind: "unauthenticated", message: "x-api-key header is required" });
}

/** The error for an unknown key. It says in which header the key was, and never contains it. */
export function wrongCredential(_credential: string, headers: HeaderLookup): ServiceError {
  const message = readKey(headers) ? "invalid x-api-key" : "Invalid bearer token";
  return new ServiceError({ kind: "unauthenticated", message });
}

/** The most characters of a model's name that an error repeats. */
const longestName = 128;

/**
 * The error for a model that does not exist or that the key may not use; both cases look the same.
 */
export function unknownModel(name: string): ServiceError {
  return new ServiceError({
    kind: "unknown_model",
    message: `model: ${clip(name, longestName)}`,
    param: "model",
  });
}

/**
 * Reads the version and the betas.
 * @throws ServiceError `bad_request`; in the strict profile also what its rules for headers refuse
 */
export function readHead(headers: HeaderLookup, settings: FormatSettings): MessagesHead {
  const { vendor, versions } = settings;
  const strict = settings.strict?.requests;
  strict?.assertBrowserOptIn(headers, vendor);
  const version = readVersion(headers.get(`${vendor}-version`), vendor, versions);
  const betas = splitList(headers.get(`${vendor}-beta`));
  strict?.assertKnownBetas(betas, vendor);
  return { version, betas: betas.filter((beta) => beta !== "") };
}

function readVersion(value: string | null, vendor: string, versions: readonly string[]): string {
  const version = value?.trim();
  if (!version) throw badRequest(`${vendor}-version: header is required`);
  if (!versions.includes(version)) {
    throw badRequest(`${vendor}-version: ${JSON.stringify(version)} is not a valid version`);
  }
  return version;
}

function splitList(value: string | null): readonly string[] {
  return value === null ? [] : value.split(",").map((item) => item.trim());
}
