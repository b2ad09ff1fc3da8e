import type { Settlement } from "../accounts/ledger/ledger.js";
import type { AttemptEnd } from "../conversation/attempt-end.js";
import { type ErrorKind, ServiceError } from "../errors/service-error.js";
import type { AttemptFailure } from "../models/model.js";

/** The kind of the error that callers get for each end, where the model has thrown none. */
const kindOfEnd: Readonly<Record<AttemptEnd, ErrorKind | undefined>> = {
  completed: undefined,
  client_abort: undefined,
  upstream_error: "upstream_bad_response",
  timeout: "upstream_timeout",
  limit: "upstream_bad_response",
  shutdown: "overloaded",
};

/** What a row says of a failed attempt; nothing for one that has succeeded or whose caller has left. */
export function toRowFailure(
  end: AttemptEnd,
  { error, upstreamStatus }: AttemptFailure = {},
): Pick<Settlement, "errorKind" | "upstreamStatus"> {
  const usual = kindOfEnd[end];
  if (usual === undefined) return {};
  if (error === undefined) return { errorKind: usual, ...withStatus(upstreamStatus) };
  const { kind, upstreamStatus: told } = ServiceError.from(error);
  return { errorKind: kind, ...withStatus(upstreamStatus ?? told) };
}

function withStatus(upstreamStatus: number | undefined): Pick<Settlement, "upstreamStatus"> {
  return upstreamStatus === undefined ? {} : { upstreamStatus };
}
