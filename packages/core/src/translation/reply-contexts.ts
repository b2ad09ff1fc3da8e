import { toolNamesOf } from "../conversation/legal-names.js";
import { createReceipt, defaultPolicy, type Receipt } from "../conversation/receipt/receipt.js";
import { estimateInputTokens } from "../conversation/usage/estimate.js";
import { createOutputEstimate } from "../conversation/usage/output-estimate.js";
import type { AnswerContext, Format } from "../formats/format.js";
import type { ReadReplyContext, UpstreamFormat } from "../formats/upstream-format.js";
import { defaultSizeLimits } from "../http/size-limits.js";
import { systemClock } from "../runtime/clock.js";
import { createRandomIds } from "../runtime/ids.js";
import type { TranslateReplyOptions } from "./options.js";
import { type AnyFormat, formatOf, readRequest, upstreamFormatOf } from "./parties.js";

/** The format that a reply comes from and the one that it is written in, each with its context. */
export interface ReplyContexts {
  readonly source: UpstreamFormat;
  readonly target: Format;
  readonly parse: ReadReplyContext;
  readonly answer: AnswerContext;
  readonly receipt: Receipt;
}

/** The contexts for translating a reply. @throws ServiceError `bad_request` for a malformed `request` */
export function createReplyContexts(
  from: AnyFormat,
  to: AnyFormat,
  options: TranslateReplyOptions,
): ReplyContexts {
  const source = upstreamFormatOf(from);
  const target = formatOf(to);
  const { clock = systemClock, ids = createRandomIds() } = options;
  const body = options.request ?? target.minimalRequest;
  const request = readRequest(target, { body, headers: options.headers });
  const conversation = request.conversation();
  const capabilities = { ...source.capabilities, ...options.capabilities };
  const receipt = createReceipt({ ...defaultPolicy, ...options.unsupported });
  return {
    source,
    target,
    receipt,
    answer: { request, ids, clock, receipt },
    parse: {
      model: options.model ?? request.model,
      capabilities,
      names: toolNamesOf(conversation, capabilities),
      receipt,
      stopSequences: conversation.stopSequences,
      logprobs: conversation.logprobs !== undefined,
      inputTokens: () => (options.request === undefined ? 0 : estimateInputTokens(conversation)),
      outputEstimate: createOutputEstimate(),
      maxBlocks: defaultSizeLimits.replyBlocks,
      createToolCallId: () => target.createToolCallId(ids),
    },
  };
}

/** Whether a reply is to be written in the format that it is in. */
export function isSame({ source, target }: ReplyContexts): boolean {
  return source.name === target.name;
}
