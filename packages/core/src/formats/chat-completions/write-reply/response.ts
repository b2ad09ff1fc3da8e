import type { FoldedBlock, FoldedReply } from "../../../conversation/fold.js";
import type { TokenLogprob } from "../../../conversation/logprobs.js";
import { branchForEach } from "../../../conversation/receipt/receipt.js";
import { type FinalUsage, usageOfChoices } from "../../../conversation/usage/usage.js";
import type { FoldedChoices } from "../../format.js";
import type { ChatCompletion, CompletionMessage } from "../schemas/response.js";
import { knowsOnlyFunctions } from "../wire/functions.js";
import { reasoningSeparator } from "../wire/reasoning.js";
import { requestOf } from "../wire/request-of.js";
import { toServiceTier } from "../wire/service-tier.js";
import type { AnswerContext } from "./context.js";
import { createReplyExtras } from "./extras.js";
import { finishReasonOf } from "./finish.js";
import { toLogprobs } from "./logprobs.js";
import { customToolNames, toCallMembers, toToolCall } from "./tool-calls.js";
import { toUsage } from "./usage.js";

/** What a reply and all chunks of a stream have in common. The id is the upstream's if there is one. */
export function createReplyHead(
  context: AnswerContext,
  upstreamId: string | undefined,
): { id: string; created: number } {
  return {
    id: upstreamId === undefined ? context.ids.create("chatcmpl-", 29) : `chatcmpl-${upstreamId}`,
    created: Math.floor(context.clock.now() / 1000),
  };
}

/** The JSON body of a reply. Its message equals the joined deltas of the same stream. */
export function toResponse(reply: FoldedReply, context: AnswerContext): ChatCompletion {
  return toCompletion(reply, [toChoice(reply, 0, context)], reply.usage, context);
}

/** The JSON body of several choices. The head is that of the choice that began first, as in a stream. */
export function toChoicesResponse(
  { choices, first }: FoldedChoices,
  context: AnswerContext,
): ChatCompletion {
  const openReceipt = branchForEach(context.receipt);
  const written = choices.map((reply, index) => {
    const receipt = openReceipt();
    receipt.keep();
    return toChoice(reply, index, { ...context, receipt });
  });
  const usage = usageOfChoices(choices.map((reply) => reply.usage));
  return toCompletion(first, written, usage, context);
}

function toCompletion(
  head: FoldedReply,
  choices: ChatCompletion["choices"],
  usage: FinalUsage,
  context: AnswerContext,
): ChatCompletion {
  const { id, created } = createReplyHead(context, head.id);
  return {
    id,
    object: "chat.completion",
    created,
    model: head.model,
    choices,
    usage: toUsage(usage),
    service_tier: toServiceTier(requestOf(context.request), head.serviceTier),
  };
}

function toChoice(
  { blocks, stop }: FoldedReply,
  index: number,
  context: AnswerContext,
): ChatCompletion["choices"][number] {
  const request = requestOf(context.request);
  const customNames = customToolNames(request);
  const asFunction = knowsOnlyFunctions(request);
  const extras = createReplyExtras(context);
  for (const [position, block] of blocks.entries()) {
    extras.add({ ...block, length: block.text.length }, position);
  }
  extras.addStop(stop);
  const calls = blocks.flatMap((block) => toToolCall(block, customNames) ?? []);
  const refusal = joinText(blocks, "refusal");
  const content = { hasCalls: calls.length > 0, hasRefusal: refusal !== null, asFunction };
  const shown = context.settings.reasoning === "show";
  const reasoning = shown ? joinReasoning(blocks) : "";
  // For an empty text the vendor sends "", but null beside calls or a refusal.
  const silent = content.hasCalls || content.hasRefusal ? null : "";
  const message: CompletionMessage = {
    role: "assistant",
    content: joinText(blocks, "text") ?? silent,
    ...toCallMembers(calls, asFunction),
    refusal: refusal ?? (stop.refusal?.explanation || null),
    annotations: extras.annotations,
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(extras.details.length > 0 ? { reasoning_details: extras.details } : {}),
  };
  return {
    index,
    message,
    logprobs:
      request.logprobs === true
        ? toLogprobs(message, {
            content: tokensOf(blocks, "text"),
            refusal: tokensOf(blocks, "refusal"),
          })
        : null,
    finish_reason: finishReasonOf(stop, content, context),
  };
}

function tokensOf(
  blocks: readonly FoldedBlock[],
  type: "text" | "refusal",
): readonly TokenLogprob[] {
  return blocks.flatMap(({ opened, logprobs = [] }) => (opened.type === type ? logprobs : []));
}

function joinReasoning(blocks: readonly FoldedBlock[]): string {
  return blocks
    .filter(({ opened, text }) => opened.type === "thinking" && text !== "")
    .map(({ text }) => text)
    .join(reasoningSeparator);
}

/** The text of all blocks of a type, or null if there is no such block. */
function joinText(blocks: readonly FoldedBlock[], type: "text" | "refusal"): string | null {
  const texts = blocks.filter((block) => block.opened.type === type).map((block) => block.text);
  return texts.length > 0 ? texts.join("") : null;
}
