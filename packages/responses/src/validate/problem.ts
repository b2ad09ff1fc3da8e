import {
  type Issue,
  quote,
  refuse,
  ServiceError,
  toServiceError as toServiceErrorWith,
} from "@diglot/core/formats";

/** The forms of members that the type of a value alone does not name. */
const forms: ReadonlyMap<string, string> = new Map([
  ["input", "one of a string or array of input items"],
  ["tools", "an array of objects"],
  ["tool_choice", "one of a string or object"],
  ["conversation", "one of a string or object"],
  ["include", "an array of strings"],
  ["max_output_tokens", "an integer"],
  ["max_tool_calls", "an integer"],
  ["top_logprobs", "an integer"],
]);

/** A problem in the words of the wire, with its param and code. */
export function toServiceError(issue: Issue): ServiceError {
  return toServiceErrorWith(issue, forms);
}

/** The refusal of something that the request names and that does not exist: 404, without a code. */
export function refuseUnfound(message: string): ServiceError {
  return new ServiceError({ kind: "unknown_path", message, code: null });
}

/** The refusal of a response that nobody keeps for this account. */
export function refuseUnfoundResponse(id: string): ServiceError {
  return refuseUnfound(`Response with id ${quote(id)} not found.`);
}

/** The refusal of a request that continues a reply which is not kept for this account. */
export function refusePrevious(id: string): ServiceError {
  return refuse(
    `Previous response with id ${quote(id)} not found.`,
    "previous_response_id",
    "previous_response_not_found",
  );
}

/** The refusal of a reference to an item that is not kept for this account. */
export function refuseItem(id: string, keepsReplies: boolean): ServiceError {
  const advice = keepsReplies
    ? ""
    : " Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.";
  return refuseUnfound(`Item with id ${quote(id)} not found.${advice}`);
}

/** The refusal of an `input` that does not fit together. The vendor gives it no code. */
export function refuseInput(message: string): ServiceError {
  return refuse(message, "input");
}
