import type { ServiceError } from "../../../errors/service-error.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { refuse, refuseParameter } from "../validate/problem.js";

/** The members that a model refuses while it reasons, in the words of the format; `tools` means function tools. */
export interface ReasoningLimits {
  /** The effort of a request that does not set one. */
  readonly defaultEffort: string;
  /** The members that it refuses. */
  readonly refuses: readonly ("presence_penalty" | "frequency_penalty" | "logprobs" | "tools")[];
}

/** Whether a request uses what a model may refuse while it reasons; `tools` has its own error text. */
const asksFor: ReadonlyMap<string, (request: ChatCompletionRequest) => boolean> = new Map([
  ["presence_penalty", ({ presence_penalty: value }) => Boolean(value)],
  ["frequency_penalty", ({ frequency_penalty: value }) => Boolean(value)],
  ["logprobs", ({ logprobs }) => logprobs === true],
]);

/** Finds, in a request with reasoning, what the model accepts only without reasoning. */
export function findReasoningFault(
  request: ChatCompletionRequest,
  limits: ReasoningLimits | undefined,
): ServiceError | undefined {
  const effort = request.reasoning_effort ?? limits?.defaultEffort;
  if (!limits || effort === "none") return undefined;
  const name = limits.refuses.find((member) => asksFor.get(member)?.(request));
  if (name !== undefined) return refuseParameter(name);
  return limits.refuses.includes("tools") && hasFunctions(request)
    ? refuseTools(request)
    : undefined;
}

function hasFunctions({ tools }: ChatCompletionRequest): boolean {
  return tools?.some(({ type }) => type === "function") ?? false;
}

function refuseTools({ model }: ChatCompletionRequest): ServiceError {
  return refuse(
    `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    "reasoning_effort",
  );
}
