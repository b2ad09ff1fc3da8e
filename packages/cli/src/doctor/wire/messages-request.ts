import type {
  PastCall,
  SmallRequest,
  SmallTool,
  SmallToolChoice,
  Target,
} from "./small-request.js";

/** The body of a request. */
export function toBody(request: SmallRequest, target: Target): Readonly<Record<string, unknown>> {
  const { system, tools, stop, schema, stream, members } = request;
  const toolChoice = toToolChoice(request);
  return {
    model: target.model,
    max_tokens: request.maxTokens ?? target.maxTokens,
    messages: toMessages(request),
    ...(system !== undefined && { system }),
    ...(stream && { stream }),
    ...(tools && { tools: tools.map(toTool) }),
    ...(toolChoice && { tool_choice: toolChoice }),
    ...(stop && { stop_sequences: stop }),
    ...(schema && { output_config: { format: { type: "json_schema", schema } } }),
    ...members,
  };
}

function toMessages(request: SmallRequest): readonly unknown[] {
  const { lateSystem, pastCall } = request;
  return [
    { role: "user", content: toContent(request) },
    // Instructions may only follow a turn of the user.
    ...(lateSystem === undefined ? [] : [{ role: "system", content: lateSystem }]),
    ...(pastCall ? toPastTurns(pastCall) : []),
  ];
}

function toContent({ prompt, image, pdf }: SmallRequest): unknown {
  if (image === undefined && pdf === undefined) return prompt;
  return [
    ...(image === undefined ? [] : [toBlock("image", "image/png", image)]),
    ...(pdf === undefined ? [] : [toBlock("document", "application/pdf", pdf)]),
    { type: "text", text: prompt },
  ];
}

function toBlock(type: string, mediaType: string, data: string): unknown {
  return { type, source: { type: "base64", media_type: mediaType, data } };
}

function toTool({ name, description, parameter }: SmallTool): unknown {
  return {
    name,
    description,
    input_schema: {
      type: "object",
      properties: { [parameter]: { type: "string" } },
      required: [parameter],
    },
  };
}

function toToolChoice({ toolChoice, singleCall }: SmallRequest): object | undefined {
  if (toolChoice === undefined && !singleCall) return undefined;
  return {
    ...toChoice(toolChoice ?? "auto"),
    ...(singleCall === true && { disable_parallel_tool_use: true }),
  };
}

function toChoice(choice: SmallToolChoice): object {
  return typeof choice === "object" ? { type: "tool", ...choice } : { type: choice };
}

const callId = "toolu_00001";

function toPastTurns({ tool, argument, result }: PastCall): readonly unknown[] {
  const input = { [tool.parameter]: argument };
  return [
    { role: "assistant", content: [{ type: "tool_use", id: callId, name: tool.name, input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content: result }] },
  ];
}
