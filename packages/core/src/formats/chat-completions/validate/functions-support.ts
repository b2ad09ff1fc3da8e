import type { ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { knowsOnlyFunctions } from "../wire/functions.js";
import {
  adviseValues,
  refuseMissing,
  refuseParameter,
  refuseValue,
  refuseWord,
} from "./problem.js";

/** Checks `functions`, which tools replaced. Both together would leave open which of them count. */
export function findFunctionsFault(
  request: ChatCompletionRequest,
  { tools: taken }: Capabilities,
): ServiceError | undefined {
  if (!request.functions || request.functions.length === 0) return undefined;
  if (!knowsOnlyFunctions(request)) return refuseParameter("functions", " Use 'tools' instead.");
  return taken ? undefined : refuseParameter("functions");
}

/** Checks `function_call`. Without functions, `none` and `auto` have no effect. */
export function findFunctionChoiceFault(
  request: ChatCompletionRequest,
  { toolChoice }: Capabilities,
): ServiceError | undefined {
  const { function_call: choice, tool_choice: other } = request;
  if (choice === undefined || choice === null) return undefined;
  if (!knowsOnlyFunctions(request)) {
    const idle = choice === "none" || choice === "auto";
    return idle ? undefined : refuseParameter("function_call", " Use 'tool_choice' instead.");
  }
  if (other !== undefined && other !== null)
    return refuseParameter("tool_choice", " Use 'function_call' instead.");
  if (typeof choice === "string") return findFunctionWordFault(choice, toolChoice);
  if (typeof choice.name !== "string") return refuseMissing(["function_call", "name"]);
  return toolChoice.includes("tool")
    ? undefined
    : refuseValue(["function_call"], choice.name, adviseValues(functionWords(toolChoice)));
}

/** The default passes, whatever the model supports. */
function findFunctionWordFault(
  word: string,
  taken: Capabilities["toolChoice"],
): ServiceError | undefined {
  if (word === "auto") return undefined;
  if (word !== "none") return refuseWord("function_call", word, ["none", "auto"]);
  if (taken.includes("none")) return undefined;
  return refuseValue(["function_call"], word, adviseValues(functionWords(taken)));
}

function functionWords(taken: Capabilities["toolChoice"]): readonly string[] {
  return taken.filter((kind) => kind === "auto" || kind === "none");
}
