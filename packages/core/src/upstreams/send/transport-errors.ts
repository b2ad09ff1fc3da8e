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
const codes: readonly (readonly [pattern: RegExp, failure: Failure])[] = [
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
 * What a thrown network error means to the caller. Its text is not shown: it may contain the address
 * of the upstream.
 */
export function toTransportError(error: unknown, phase: Phase): ServiceError {
  if (ServiceError.is(error)) return error;
  const { kind, sent } = findFailure(error, phase);
  return new ServiceError({
    kind,
    message: messages[kind] ?? "",
    mayHaveRun: sent || phase !== "head",
    cause: error,
  });
}

function findFailure(error: unknown, phase: Phase): Failure {
  const known = codesOf(error)
    .map((code) => codes.find(([pattern]) => pattern.test(code))?.[1])
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
  return [code, name === "HTTPParserError" ? "HPE_" : name]
    .filter((word) => typeof word === "string")
    .concat(inner.flatMap((next) => codesOf(next, depth + 1)));
}
