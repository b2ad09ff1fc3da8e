import { quote, refuse, type ServiceError } from "@diglot/core/formats";
import type { ResponsesRequest } from "../schemas/request.js";
import { refuseUnfound } from "./problem.js";

/**
 * Finds something that the request refers to and that no service of this kind keeps. It is refused in the
 * vendor's words, never ignored: the model would answer another conversation.
 */
export function findStateFault(request: ResponsesRequest): ServiceError | undefined {
  const { previous_response_id: previous, conversation, prompt, background } = request;
  if (previous != null && conversation != null) {
    return refuse(
      "Mutually exclusive parameters: ''. Ensure you are only providing one of: 'previous_response_id' or 'conversation'.",
      undefined,
      "mutually_exclusive_parameters",
    );
  }
  if (conversation != null) {
    const id = typeof conversation === "string" ? conversation : conversation.id;
    return refuseUnfound(`Conversation with id ${quote(id)} not found.`);
  }
  if (prompt != null) return refuseUnfound(`Prompt with id ${quote(prompt.id)} not found.`);
  if (background !== true) return undefined;
  return refuse(
    "Unsupported parameter: 'background' is not supported by this service.",
    "background",
    "unsupported_parameter",
  );
}
