import type { ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { refuseParameter, refuseValue } from "./problem.js";

/** Sampling parameters whose default changes nothing, in the order of checks. */
const samplingDefaults: readonly (readonly [
  name: string,
  isDefault: (value: unknown) => boolean,
])[] = [
  ["temperature", (value) => value === 1],
  ["top_p", (value) => value === 1],
  ["presence_penalty", (value) => value === 0],
  ["frequency_penalty", (value) => value === 0],
  ["seed", () => false],
  ["logit_bias", (value) => Object.keys(value ?? {}).length === 0],
];

/** Finds a parameter of sampling, choices or stop sequences that the model does not support. */
export function findSamplingFault(
  request: ChatCompletionRequest,
  capabilities: Capabilities,
): ServiceError | undefined {
  return (
    findChoicesFault(request, capabilities) ??
    findParameterFault(request, capabilities) ??
    findLogprobsFault(request, capabilities) ??
    findStopFault(request, capabilities)
  );
}

function findChoicesFault(
  { n }: ChatCompletionRequest,
  { choices }: Capabilities,
): ServiceError | undefined {
  if (!n || n <= Math.max(choices, 1)) return undefined;
  const advice =
    choices > 1
      ? ` Only values up to ${choices} are supported.`
      : " Only the default (1) value is supported.";
  return refuseValue(["n"], n, advice);
}

function findParameterFault(
  request: ChatCompletionRequest,
  { sampling }: Capabilities,
): ServiceError | undefined {
  for (const [name, isDefault] of samplingDefaults) {
    const value = request[name];
    if (value === undefined || value === null || isDefault(value)) continue;
    if (sampling.includes(name)) continue;
    // For this parameter the vendor refuses the value; for the others, the parameter itself.
    return name === "temperature"
      ? refuseValue([name], value, " Only the default (1) value is supported.")
      : refuseParameter(name);
  }
  return undefined;
}

function findLogprobsFault(
  { logprobs, top_logprobs: alternatives }: ChatCompletionRequest,
  { logprobs: taken }: Capabilities,
): ServiceError | undefined {
  if (taken) return undefined;
  if (logprobs === true) return refuseParameter("logprobs");
  return alternatives ? refuseParameter("top_logprobs") : undefined;
}

function findStopFault(
  { stop }: ChatCompletionRequest,
  { stopSequences }: Capabilities,
): ServiceError | undefined {
  return stopSequences || !stop || stop.length === 0 ? undefined : refuseParameter("stop");
}
