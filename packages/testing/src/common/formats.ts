import type { FormatName } from "@diglot/core/translation";

/** Each format's endpoint. */
export const endpoints = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
} as const satisfies Readonly<Record<FormatName, string>>;

/** The names of both formats. */
export const formatNames: readonly FormatName[] = ["messages", "chat-completions"];

/** The format of that name; undefined if there is no such format. */
export function findFormat(name: string): FormatName | undefined {
  return formatNames.find((known) => known === name);
}
