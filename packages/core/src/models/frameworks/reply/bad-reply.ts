import { ServiceError } from "../../../errors/service-error.js";

/** The error of a reply that has no proper end. */
export function brokenOff(): ServiceError {
  return toBadReply("The model's reply broke off.");
}

/**
 * The error of a reply that a framework cannot read.
 * @param reported what is reported of the framework's own error, which may quote the reply and is not passed on
 */
export function unreadable(reported: string): ServiceError {
  const cause = new Error(`The framework has thrown ${reported}.`);
  return toBadReply(
    "The model behind this endpoint sent a response that could not be read.",
    cause,
  );
}

function toBadReply(message: string, cause?: Error): ServiceError {
  return new ServiceError({ kind: "upstream_bad_response", message, cause, mayHaveRun: true });
}
