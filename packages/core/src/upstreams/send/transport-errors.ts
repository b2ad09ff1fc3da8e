import { toCause } from "../../errors/cause.js";
import { type ErrorKind, ServiceError } from "../../errors/service-error.js";

/** What was being waited for when the network failed. */
export type Phase = "head" | "json" | "stream";

interface Failure {
  readonly kind: ErrorKind;
  /** Whether the request may have reached the upstream. */
  readonly sent: boolean;
}

const messages: Partial<Readonly<Record<ErrorKind, string>>> = {
  upstream_unavailable: "The model could not be reached.",
  upstream_timeout: "The model did not answer in time.",
  upstream_bad_response: "The model's reply was malformed.",
};

const unreachable: Failure = { kind: "upstream_unavailable", sent: false };
const broken: Failure = { kind: "upstream_unavailable", sent: true };
const malformed: Failure = { kind: "upstream_bad_response", sent: true };
const late: Failure = { kind: "upstream_timeout", sent: true };

/** The meaning of the codes that runtimes put on network errors; the first row that matches counts. */
const meanings: readonly (readonly [pattern: RegExp, failure: Failure])[] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, unreachable],
  // Bun's words for the same.
  [/^(ConnectionRefused|FailedToOpenSocket|DNSLookupFailed)$/, unreachable],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|^EPROTO$/, unreachable],
  [/^(UND_ERR_CONNECT_TIMEOUT|ConnectionTimeout)$/, { kind: "upstream_timeout", sent: false }],
  [/^(ETIMEDOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|TimeoutError)$/, late],
  [
    /^(HPE_\w*|Z_\w+|ZSTD_\w+|ERR__ERROR_\w+|ERR_BROTLI_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_\w+)$/,
    malformed,
  ],
];

/**
 * What a thrown network error means to the caller. Only its codes are kept, for the operator: errors
 * of transports contain addresses, headers, and bytes of requests and replies.
 */
export function toTransportError(error: unknown, phase: Phase): ServiceError {
  if (ServiceError.is(error)) return error;
  const codes = codesOf(error);
  const { kind, sent } = findFailure(codes, phase);
  return new ServiceError({
    kind,
    message: messages[kind] ?? "",
    mayHaveRun: sent || phase !== "head",
    cause: toNetworkCause(codes),
  });
}

/** Whether an error says by its codes that the network has failed. */
export function isTransportError(error: unknown): boolean {
  return codesOf(error).some((code) => meanings.some(([pattern]) => pattern.test(code)));
}

/** The failure for the operator; its `code` is the most exact of the codes. */
function toNetworkCause(codes: readonly string[]): Error {
  const words = codes.filter((code) => code !== "Error" && /^\w{1,64}$/.test(code));
  const cause = toCause(`The connection failed: ${words.join(", ") || "no code"}.`);
  return Object.assign(cause, { code: words.at(-1) });
}

function findFailure(codes: readonly string[], phase: Phase): Failure {
  const known = codes
    .map((code) => meanings.find(([pattern]) => pattern.test(code))?.[1])
    .find((failure) => failure !== undefined);
  // Half a JSON body is not an answer, whatever cut it; a stream that is cut was an answer until then.
  if (phase === "json" && known?.kind !== "upstream_timeout") return malformed;
  return known ?? broken;
}

/** The codes of an error, of its causes and of the errors that it bundles. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (typeof error !== "object" || error === null || depth > 4) return [];
  const { code, name, cause, errors } = error as Record<string, unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? errors.slice(0, 4) : [])];
  return [name === "HTTPParserError" ? "HPE_" : name, code]
    .filter((word) => typeof word === "string")
    .concat(inner.flatMap((next) => codesOf(next, depth + 1)));
}
