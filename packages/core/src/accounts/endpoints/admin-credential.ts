import { ServiceError } from "../../errors/service-error.js";
import type { HeaderLookup } from "../../http/exchange.js";
import type { Endpoint } from "../../request/endpoint.js";
import { hashSecret } from "../keys/secrets.js";

/**
 * Admits only callers who present the credential, in `x-api-key` or as a bearer token; if both are
 * present, `x-api-key` decides. A missing and a wrong credential get the same answer, after the same
 * work.
 * @throws TypeError for a credential of fewer than 16 visible ASCII characters
 */
export function withCredential(credential: string): (endpoint: Endpoint) => Endpoint {
  if (typeof credential !== "string" || !/^[\x21-\x7e]{16,}$/.test(credential)) {
    throw new TypeError(
      "The credential of an administrator must have at least 16 visible ASCII characters.",
    );
  }
  return (endpoint) => ({
    ...endpoint,
    async answer(request) {
      const presented = readPresented(request.exchange.headers);
      const hashes = await Promise.all([hashSecret(credential), hashSecret(presented)]);
      if (!areEqual(...hashes)) throw unauthenticated();
      return endpoint.answer(request);
    },
  });
}

function readPresented(headers: HeaderLookup): string {
  const key = headers.get("x-api-key")?.trim();
  if (key) return key;
  return /^bearer\s+(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? "";
}

/** Compares hashes of one length in a time that does not depend on where they differ. */
function areEqual(one: string, other: string): boolean {
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

function unauthenticated(): ServiceError {
  return new ServiceError({
    kind: "unauthenticated",
    message: "This path needs the credential of an administrator.",
  });
}
