/** The formats that an upstream may speak. */
export const upstreamFormats = ["messages", "responses", "chat-completions"] as const;

/** The format of an upstream. */
export type UpstreamFormatName = (typeof upstreamFormats)[number];
