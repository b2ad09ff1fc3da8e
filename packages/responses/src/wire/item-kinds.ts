/** Items with which the model calls a tool of the caller. */
export const callTypes: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);

/** Items with what such a tool has answered. */
export const outputTypes: ReadonlySet<string> = new Set([
  "function_call_output",
  "custom_tool_call_output",
]);
