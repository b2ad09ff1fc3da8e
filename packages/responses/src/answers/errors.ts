import type { ErrorAnswer, ServiceError } from "@diglot/core";
import { toErrorAnswer as toCommonAnswer } from "@diglot/core/formats";
import type { ResponseError } from "../schemas/response.js";

/** An error as the wire writes it. It may have no code before a response has begun. */
interface ToldError {
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
}

/** The one code that this wire has for everything that failed behind the service. */
const serverError = "server_error";

/**
 * An error before the head. The vendor's two formats have the same statuses, types and texts, and here
 * clients know fewer codes.
 */
export function toErrorAnswer(error: ServiceError): ErrorAnswer {
  const answer = toCommonAnswer(error);
  return { ...answer, body: { error: toError(answer) } };
}

function toError({ body }: ErrorAnswer): ToldError {
  const { error } = body as { readonly error: ToldError };
  const { message, type, param, code } = error;
  return { message, type, param, code: type === serverError ? serverError : code };
}

/** An error after the head, in its event and in the response that has failed. Clients need a code there. */
export function toReplyError(error: ServiceError): ResponseError {
  const told = toError(toCommonAnswer(error));
  return {
    type: told.type,
    code: told.code ?? told.type,
    message: told.message,
    param: told.param,
  };
}
