import { ServiceError } from "../../../errors/service-error.js";
import type { HeaderLookup } from "../../../http/exchange.js";
import { isKnownBeta } from "../wire/betas.js";

/** @throws ServiceError `bad_request` for values of the beta header that the real service does not know */
export function assertKnownBetas(betas: readonly string[], vendor: string): void {
  const unknown = betas.filter((beta) => !isKnownBeta(beta));
  if (unknown.length === 0) return;
  const names = unknown.map((beta) => `\`${beta}\``).join(", ");
  throw new ServiceError({
    kind: "bad_request",
    message: `Unexpected value(s) ${names} for the \`${vendor}-beta\` header. Please consult our documentation at platform.claude.com/docs or try again without the header.`,
  });
}

/** @throws ServiceError `unauthenticated` for a browser that did not opt in */
export function assertBrowserOptIn(headers: HeaderLookup, vendor: string): void {
  const optIn = `${vendor}-dangerous-direct-browser-access`;
  if (headers.get("origin") === null || headers.get(optIn)?.trim() === "true") return;
  throw new ServiceError({
    kind: "unauthenticated",
    message: `CORS requests must set '${optIn}' header`,
  });
}
