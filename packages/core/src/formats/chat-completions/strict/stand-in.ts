import { ServiceError } from "../../../errors/service-error.js";
import type { ContentPart } from "../schemas/content.js";
import type { RequestMessage } from "../schemas/messages.js";
import type { ChatCompletionRequest } from "../schemas/request.js";

/** How models that stand in for a vendor's models handle what they cannot do themselves. */
export interface StandIn {
  /**
   * Members of the body that they accept and ignore, since their replies are fixed anyway; `file_id`
   * means files that are named by their id.
   */
  readonly ignores: readonly string[];
  /** A sentence at the end of their refusals of log probabilities and audio output. */
  readonly explanation: string;
}

/** The params of refusals that concern the stand-in and not the vendor's model. */
const explained: ReadonlySet<string | undefined> = new Set([
  "logprobs",
  "top_logprobs",
  "modalities",
]);

/** Adds the explanation to a refusal of what the vendor's model may accept; returns others unchanged. */
export function explainFault(fault: ServiceError, { explanation }: StandIn): ServiceError {
  if (!explained.has(fault.param)) return fault;
  const { kind, message, param, code } = fault;
  return new ServiceError({ kind, message: `${message} ${explanation}`, param, code });
}

/** The request without the members that the stand-in ignores. */
export function withoutIgnored(
  request: ChatCompletionRequest,
  { ignores }: StandIn,
): ChatCompletionRequest {
  const rest = omit(request, ignores);
  if (!ignores.includes("file_id")) return rest;
  return { ...rest, messages: request.messages.map(withoutFileIds) };
}

function withoutFileIds(message: RequestMessage): RequestMessage {
  if (!Array.isArray(message.content)) return message;
  return { ...message, content: message.content.map(withoutFileId) };
}

function withoutFileId(part: ContentPart): ContentPart {
  if (part.type !== "file" || !part.file) return part;
  return { ...part, file: omit(part.file, ["file_id"]) };
}

function omit<T extends object>(object: T, names: readonly string[]): T {
  const rest = Object.entries(object).filter(([name]) => !names.includes(name));
  return Object.fromEntries(rest) as T;
}
