import type { Head, ParsedRequest } from "../../format.js";
import type { FormatSettings } from "../settings.js";
import { validateRequest } from "../validate/body.js";
import type { MessagesHead } from "../wire/head.js";
import { toParsedRequest } from "./parsed-request.js";

/**
 * Validates the body of the token counter: the body of a message without the members that only
 * affect the output. The open profile ignores those members; the strict one refuses them, as the
 * real service does.
 * @throws ServiceError `bad_request`
 */
export function parseCountTokens(
  body: unknown,
  head: Head,
  settings: FormatSettings,
): ParsedRequest {
  const request = validateRequest(body, head as MessagesHead, settings, "count");
  return { ...toParsedRequest(request), stream: false, maxTokens: undefined };
}

/** The body of the token counter's answer. */
export function toTokenCount(inputTokens: number): unknown {
  return { input_tokens: inputTokens };
}
