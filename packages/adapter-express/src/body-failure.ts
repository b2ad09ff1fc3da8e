import type { IncomingBody } from "@diglot/core";

/** The reason, reported to the service, why a body could not be parsed. */
export type BodyFailure = Extract<IncomingBody, { readonly kind: "failed" }>["reason"];

/** The `type` of the errors that Express's body parsers pass to `next`. */
const failureByType: ReadonlyMap<unknown, BodyFailure> = new Map([
  ["entity.too.large", "too_large"],
  ["parameters.too.many", "too_large"],
  ["entity.parse.failed", "malformed"],
  ["request.size.invalid", "malformed"],
  ["charset.unsupported", "unsupported"],
  ["encoding.unsupported", "unsupported"],
]);

/**
 * Why a body parser failed, read from its error, or `undefined` for any other error. Only known
 * marks are read: an error of the application with status 400 stays the application's.
 */
export function toBodyFailure(error: unknown): BodyFailure | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const known = "type" in error ? failureByType.get(error.type) : undefined;
  return known ?? (isInflateError(error) ? "malformed" : undefined);
}

/** A broken compressed body carries the error code of the decompressor and no type. */
function isInflateError(error: object): boolean {
  if (!("code" in error && "status" in error) || typeof error.code !== "string") return false;
  return error.status === 400 && /^(Z_|ERR__ERROR_|ZSTD_)/.test(error.code);
}
