import type {
  PastCall,
  SmallRequest,
  SmallTool,
  SmallToolChoice,
  Target,
} from "./small-request.js";

/** The body of a request. Nothing of an examination is to be kept by the server. */
export function toBody(request: SmallRequest, target: Target): Readonly<Record<string, unknown>> {
  const { system, tools, toolChoice, singleCall, schema, stream, members } = request;
  return {
    model: target.model,
    input: toInput(request),
    max_output_tokens: request.maxTokens ?? target.maxTokens,
    store: false,
    ...(system !== undefined && { instructions: system }),
    ...(stream && { stream }),
    ...(tools && { tools: tools.map(toTool) }),
    ...(toolChoice && { tool_choice: toToolChoice(toolChoice) }),
    ...(singleCall && { parallel_tool_calls: false }),
    ...(schema && {
      text: { format: { type: "json_schema", name: "answer", strict: true, schema } },
    }),
    ...members,
  };
}

function toInput(request: SmallRequest): readonly unknown[] {
  const { lateSystem, pastCall } = request;
  return [
    ...(lateSystem === undefined ? [] : toFirstTurns(lateSystem)),
    { role: "user", content: toContent(request) },
    ...(pastCall ? toPastItems(pastCall) : []),
  ];
}

function toFirstTurns(lateSystem: string): readonly unknown[] {
  return [
    { role: "user", content: "Hi." },
    { role: "assistant", content: "Hi!" },
    { role: "system", content: lateSystem },
  ];
}

function toContent({ prompt, image, pdf }: SmallRequest): unknown {
  if (image === undefined && pdf === undefined) return prompt;
  return [
    ...(image === undefined ? [] : [toImage(image)]),
    ...(pdf === undefined ? [] : [toFile(pdf)]),
    { type: "input_text", text: prompt },
  ];
}

function toImage(image: string): unknown {
  return { type: "input_image", image_url: `data:image/png;base64,${image}`, detail: "auto" };
}

function toFile(pdf: string): unknown {
  const data = `data:application/pdf;base64,${pdf}`;
  return { type: "input_file", filename: "page.pdf", file_data: data };
}

function toTool({ name, description, parameter }: SmallTool): unknown {
  const parameters = {
    type: "object",
    properties: { [parameter]: { type: "string" } },
    required: [parameter],
    additionalProperties: false,
  };
  return { type: "function", name, description, parameters, strict: false };
}

function toToolChoice(choice: SmallToolChoice): unknown {
  if (typeof choice === "object") return { type: "function", ...choice };
  return choice === "any" ? "required" : choice;
}

const callId = "call_00001";

function toPastItems({ tool, argument, result }: PastCall): readonly unknown[] {
  const call = { name: tool.name, arguments: JSON.stringify({ [tool.parameter]: argument }) };
  return [
    { type: "function_call", call_id: callId, ...call },
    { type: "function_call_output", call_id: callId, output: result },
  ];
}
