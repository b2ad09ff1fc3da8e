import { DiscoveryError } from "./discovery-error.js";

/** The endpoints that people copy together with the address. */
const endpoint = /\/(?:messages|chat\/completions|responses|models)$/;
const version = /\/v\d+[a-z]*\d*$/;

/**
 * The base URLs that an address may stand for, the likeliest first: one that ends with a version stands
 * for itself, any other for its `/v1` too.
 *
 * @throws DiscoveryError `invalid_address`; the message does not repeat the address, which may contain a
 * password
 */
export function listBaseUrls(address: string): readonly string[] {
  const base = toBase(parseAddress(address));
  return version.test(base) ? [base] : [`${base}/v1`, base];
}

function parseAddress(address: string): URL {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw invalid(
      "must be an absolute URL that begins with http:// or https://, such as http://127.0.0.1:11434/v1",
    );
  }
  const url = new URL(address);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw invalid(
      "must have no user, password, query or fragment; a key belongs in --upstream-key",
    );
  }
  return url;
}

function toBase({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/+$/, "").replace(endpoint, "");
  return `${origin}${path.replace(/\/+$/, "")}`;
}

function invalid(what: string): DiscoveryError {
  return new DiscoveryError("invalid_address", `The upstream's address ${what}.`);
}
