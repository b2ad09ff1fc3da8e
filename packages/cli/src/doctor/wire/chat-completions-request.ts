import type {
  PastCall,
  SmallRequest,
  SmallTool,
  SmallToolChoice,
  Target,
} from "./small-request.js";

/** The body of a request. */
export function toBody(request: SmallRequest, target: Target): Readonly<Record<string, unknown>> {
  const { tools, toolChoice, singleCall, stop, schema, stream, members } = request;
  return {
    model: target.model,
    messages: toMessages(request),
    [target.maxTokensField]: request.maxTokens ?? target.maxTokens,
    ...(stream && { stream }),
    ...(tools && { tools: tools.map(toTool) }),
    ...(toolChoice && { tool_choice: toToolChoice(toolChoice) }),
    ...(singleCall && { parallel_tool_calls: false }),
    ...(stop && { stop }),
    ...(schema && { response_format: toResponseFormat(schema) }),
    ...members,
  };
}

function toMessages(request: SmallRequest): readonly unknown[] {
  const { system, lateSystem, pastCall } = request;
  const user = { role: "user", content: toContent(request) };
  return [
    ...(system === undefined ? [] : [{ role: "system", content: system }]),
    ...(lateSystem === undefined ? [] : toFirstTurns(lateSystem)),
    user,
    ...(pastCall ? toPastTurns(pastCall) : []),
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
    ...(image === undefined
      ? []
      : [{ type: "image_url", image_url: { url: `data:image/png;base64,${image}` } }]),
    ...(pdf === undefined ? [] : [toFile(pdf)]),
    { type: "text", text: prompt },
  ];
}

function toFile(pdf: string): unknown {
  const data = `data:application/pdf;base64,${pdf}`;
  return { type: "file", file: { filename: "page.pdf", file_data: data } };
}

function toTool({ name, description, parameter }: SmallTool): unknown {
  const parameters = {
    type: "object",
    properties: { [parameter]: { type: "string" } },
    required: [parameter],
  };
  return { type: "function", function: { name, description, parameters } };
}

function toToolChoice(choice: SmallToolChoice): unknown {
  if (typeof choice === "object") return { type: "function", function: choice };
  return choice === "any" ? "required" : choice;
}

/** Nine letters and digits: the ids that every server accepts. */
const callId = "call00001";

function toPastTurns({ tool, argument, result }: PastCall): readonly unknown[] {
  const call = { name: tool.name, arguments: JSON.stringify({ [tool.parameter]: argument }) };
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: callId, type: "function", function: call }],
    },
    { role: "tool", tool_call_id: callId, content: result },
  ];
}

function toResponseFormat(schema: object): unknown {
  return { type: "json_schema", json_schema: { name: "answer", strict: true, schema } };
}
