import type { StartEvent } from "../../../conversation/events.js";
import type { TokenLogprob } from "../../../conversation/logprobs.js";
import type { FinalUsage } from "../../../conversation/usage/usage.js";
import { toJsonLine, toJsonString } from "../../../sse/encode.js";
import type { ChatCompletionChunk, Delta } from "../schemas/events.js";
import type { FinishReason } from "../schemas/response.js";
import { requestOf } from "../wire/request-of.js";
import { toServiceTier } from "../wire/service-tier.js";
import type { AnswerContext } from "./context.js";
import { toLogprobs } from "./logprobs.js";
import { createReplyHead } from "./response.js";
import { toUsage } from "./usage.js";

/** Writes the chunks of one choice. */
export interface ChunkFrames {
  /**
   * A chunk with the choice. The finish reason is null in all but the last of them.
   * @param tokens the log probabilities of the delta's text; shown if the caller has asked for them
   */
  chunk(delta: Delta, finishReason?: FinishReason, tokens?: readonly TokenLogprob[]): string;
  /** The same for a delta whose only member is a text. */
  text(member: TextMember, text: string, tokens?: readonly TokenLogprob[]): string;
}

/** The members of a delta that are written piece by piece. */
export type TextMember = "content" | "refusal" | "reasoning_content";

/** Writes the chunks of one stream, which all have the same id, time and model. */
export interface StreamFrames {
  /** The chunks of the choice with this index. */
  choice(index: number): ChunkFrames;
  /** The chunk with the usage, or nothing if the caller did not ask for one. */
  usage(usage: FinalUsage): string;
}

type Tokens = readonly TokenLogprob[];

/** Frames for the reply that has begun. */
export function createStreamFrames(context: AnswerContext, start: StartEvent): StreamFrames {
  const request = requestOf(context.request);
  const { id, created } = createReplyHead(context, start.id);
  const head: Omit<ChatCompletionChunk, "choices" | "usage"> = {
    id,
    object: "chat.completion.chunk",
    created,
    model: start.model,
    service_tier: toServiceTier(request, start.serviceTier),
  };
  const headText = toJsonLine(head).slice(0, -1);
  const withLogprobs = request.logprobs === true;
  const withUsage = request.stream_options?.include_usage === true;
  const after = withUsage ? '}],"usage":null}' : "}]}";
  const pad = context.settings.strict?.replies?.createPad(request, id);
  const frame = (json: string) => `data: ${pad ? pad(json) : json}\n\n`;

  return {
    choice(index) {
      // Only the delta differs from token to token, so the rest is serialised once.
      const before = `${headText},"choices":[{"index":${index},"delta":`;
      const plainRest = `},"logprobs":null,"finish_reason":null${after}`;

      function chunk(delta: Delta, finishReason?: FinishReason, tokens: Tokens = []): string {
        const finish = finishReason === undefined ? "null" : `"${finishReason}"`;
        const logprobs = withLogprobs
          ? toJsonLine(toLogprobs(delta, { content: tokens, refusal: tokens }))
          : "null";
        const rest = `"logprobs":${logprobs},"finish_reason":${finish}`;
        return frame(`${before}${toJsonLine(delta)},${rest}${after}`);
      }

      return {
        chunk,
        text(member, text, tokens) {
          if (withLogprobs) return chunk({ [member]: text }, undefined, tokens);
          return frame(`${before}{"${member}":${toJsonString(text)}${plainRest}`);
        },
      };
    },
    usage(usage) {
      return withUsage ? frame(toJsonLine({ ...head, choices: [], usage: toUsage(usage) })) : "";
    },
  };
}
