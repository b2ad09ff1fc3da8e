import * as z from "zod/mini";
import * as items from "../schemas/items.js";
import * as parts from "../schemas/parts.js";
import * as output from "../schemas/response.js";
import * as tools from "../schemas/tools.js";
import * as whole from "../schemas/whole.js";

const named: readonly (readonly [z.core.$ZodType, string])[] = [
  [parts.inputText, "InputText"],
  [parts.inputImage, "InputImage"],
  [parts.inputFile, "InputFile"],
  [parts.inputAudio, "InputAudio"],
  [parts.outputText, "PastOutputText"],
  [parts.refusalPart, "PastRefusal"],
  [items.functionCallItem, "PastFunctionCall"],
  [items.customCallItem, "PastCustomToolCall"],
  [whole.inputMessage, "InputMessage"],
  [whole.assistantMessage, "AssistantMessage"],
  [whole.callOutput, "CallOutput"],
  [whole.inputReasoning, "InputReasoning"],
  [whole.inputItem, "InputItem"],
  [tools.functionTool, "FunctionTool"],
  [tools.customTool, "CustomTool"],
  [output.outputTextPart, "OutputText"],
  [output.refusalOutputPart, "Refusal"],
  [output.outputItem, "OutputItem"],
  [output.logprob, "Logprob"],
  [output.responseUsage, "Usage"],
  [output.responseError, "Failure"],
];

/** The schemas inside of others that have names of their own in a description. */
export const describedParts: readonly z.core.$ZodType[] = named.map(([schema, name]) => {
  z.globalRegistry.add(schema, { title: `Responses${name}` });
  return schema;
});
