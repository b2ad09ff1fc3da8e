import { chatCompletions, messages } from "../../../../scripts/replies.mjs";

/** The two wire formats. */
export type Format = "chat" | "messages";

/** Where callers of each format ask for a reply. */
export const paths: Readonly<Record<Format, string>> = {
  chat: "/v1/chat/completions",
  messages: "/v1/messages",
};

/** The pieces of a reply in each format. */
const pieces = { chat: chatCompletions, messages };

/** What every reply says it has used. */
const usage = { input: 812, output: 150 };

/** Words of a whole reply; with them it has about 1.3 kB. */
const words = 130;

/** A whole reply as JSON. */
export function wholeReply(format: Format): string {
  return pieces[format].whole(words, usage);
}

/** A stream as texts: the frames before the first delta, each delta, and the frames after the last. */
export function streamReply(
  format: Format,
  deltas: number,
): { readonly head: string; readonly deltas: readonly string[]; readonly tail: string } {
  const { begin, delta, end } = pieces[format];
  return {
    head: begin(usage),
    deltas: Array.from({ length: deltas }, (_, index) => delta(index)),
    tail: end(usage),
  };
}
