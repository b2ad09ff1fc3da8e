import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { chatFrame, messagesFrame } from "../../upstream/index.js";

/** A caller, the upstream behind its endpoint, and whether it asks for a stream. */
export interface Way {
  readonly caller: FormatName;
  readonly upstream: FormatName;
  readonly stream: boolean;
}

const pairs = formatNames.flatMap((caller) =>
  formatNames.map((upstream) => ({ caller, upstream })),
);
/** The four ways of a JSON answer: two are relayed, two translated. */
export const jsonWays: readonly Way[] = pairs.map((pair) => ({ ...pair, stream: false }));
/** The four ways of a streamed answer. */
export const streamWays: readonly Way[] = pairs.map((pair) => ({ ...pair, stream: true }));
/** All eight. */
export const ways: readonly Way[] = [...jsonWays, ...streamWays];

/** Whether the bytes of the upstream reach the caller as they are. */
export function isRelayed({ caller, upstream }: Way): boolean {
  return caller === upstream;
}

/** How many frames of the script `hello` there are up to and with its first piece of text. */
export function untilText({ upstream }: Pick<Way, "upstream">): number {
  return upstream === "messages" ? 4 : 2;
}

/** A frame of text in the upstream's format. */
export function textFrame({ upstream }: Pick<Way, "upstream">, content: string): string {
  return upstream === "messages"
    ? messagesFrame({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: content },
      })
    : chatFrame({
        id: "chatcmpl-0123456789abcdef",
        object: "chat.completion.chunk",
        created: 1_790_000_000,
        model: "upstream-model",
        choices: [{ index: 0, delta: { content }, finish_reason: null }],
      });
}
