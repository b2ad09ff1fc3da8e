import type { JsonObject } from "../../../json/value.js";
import type { ChatCompletionRequest } from "../schemas/request.js";

/** The body of a request that this format has validated, as its wire type. */
export function requestOf({ body }: { readonly body: JsonObject }): ChatCompletionRequest {
  return body as ChatCompletionRequest;
}
