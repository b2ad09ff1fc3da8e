import type { FieldPath } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import { enabledThinking, jsonSchemaFormat } from "../schemas/request.js";
import { namedToolChoice } from "../schemas/tools.js";
import type { MessagesRequest } from "../schemas/whole.js";
import type { MessagesHead } from "../wire/head.js";
import { assertMatches } from "./assert-matches.js";
import { badField, badRequest } from "./problem.js";

/**
 * Checks the parameters, alone and together, as far as that does not depend on the model.
 * @throws ServiceError `bad_request`
 */
export function assertParameters(request: MessagesRequest, head: MessagesHead): void {
  const { stop_sequences, tool_choice, output_config, output_format } = request;
  stop_sequences?.forEach((sequence: unknown, index) => {
    if (typeof sequence !== "string") {
      throw badField(["stop_sequences", index], "Input should be a valid string");
    }
  });
  if (tool_choice?.type === "tool") {
    assertMatches(namedToolChoice, tool_choice, ["tool_choice", "tool"]);
  }
  assertOutputFormat(output_config?.format, ["output_config", "format"]);
  assertOutputFormat(output_format, ["output_format"]);
  assertThinking(request, head);
  if (request.max_tokens === 0) assertCacheFill(request);
}

/** The schema of a reply is an object, under the older name of the format too. */
function assertOutputFormat(format: JsonObject | null | undefined, path: FieldPath): void {
  if (format?.type === "json_schema") assertMatches(jsonSchemaFormat, format, path);
}

/** The budget of manual thinking must be below `max_tokens`, except for interleaved thinking. */
function assertThinking({ thinking, max_tokens }: MessagesRequest, head: MessagesHead): void {
  if (thinking?.type !== "enabled") return;
  assertMatches(enabledThinking, thinking, ["thinking", "enabled"]);
  const interleaved = head.betas.some((beta) => beta.startsWith("interleaved-thinking-"));
  if (max_tokens === undefined || interleaved) return;
  if (Number(thinking.budget_tokens) >= max_tokens) {
    throw badRequest(
      "`max_tokens` must be greater than `thinking.budget_tokens`.",
      "thinking.budget_tokens",
    );
  }
}

/** With a limit of 0 the request only fills the prompt cache, so it may not ask for output. */
function assertCacheFill(request: MessagesRequest): void {
  const contradictions: readonly (readonly [name: string, contradicts: boolean])[] = [
    ["stream", request.stream === true],
    ["thinking", request.thinking?.type === "enabled"],
    ["output_config.format", request.output_config?.format != null],
    ["tool_choice", request.tool_choice?.type === "any" || request.tool_choice?.type === "tool"],
  ];
  const name = contradictions.find(([, contradicts]) => contradicts)?.[0];
  if (name !== undefined) {
    throw badField(["max_tokens"], `0 cannot be combined with \`${name}\``);
  }
}
