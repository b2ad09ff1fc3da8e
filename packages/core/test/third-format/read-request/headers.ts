import { type HeaderLookup, ServiceError } from "../../../src/index.js";

/** The bearer token of a caller. */
export function readCredential(headers: HeaderLookup): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** The error for a key that is missing or wrong. */
export function unauthorized(): ServiceError {
  return new ServiceError({ kind: "unauthenticated", message: "unauthorized" });
}
