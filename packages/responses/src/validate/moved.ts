import { refuse, type ServiceError } from "@diglot/core/formats";

const reference = "https://platform.openai.com/docs/api-reference/responses/create";

/** Members of Chat Completions, and the place of the same thing in this format. */
const moved: ReadonlyMap<string, string> = new Map([
  ["messages", "input"],
  ["response_format", "text.format"],
  ["reasoning_effort", "reasoning.effort"],
  ["max_completion_tokens", "max_output_tokens"],
  ["max_tokens", "max_output_tokens"],
]);

/**
 * Finds a member that has another name in this format. Unknown members pass, but to leave out one of
 * these would change what the request means.
 */
export function findMovedFault(
  request: Readonly<Record<string, unknown>>,
): ServiceError | undefined {
  const name = Object.keys(request).find((key) => moved.has(key) && request[key] != null);
  if (name === undefined) return undefined;
  return refuse(
    `Unsupported parameter: '${name}'. In the Responses API, this parameter has moved to '${moved.get(name)}'. Try again with the new parameter. See the API documentation for more information: ${reference}.`,
    undefined,
    "unsupported_parameter",
  );
}
