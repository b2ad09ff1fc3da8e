/** The name of this format, in origins, native blocks and citations. */
export const formatName = "chat-completions";

/** The roles, in the order in which the vendor's error text lists them. */
export const roles: readonly string[] = [
  "system",
  "assistant",
  "user",
  "function",
  "tool",
  "developer",
];
