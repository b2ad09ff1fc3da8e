import type Anthropic from "@anthropic-ai/sdk";
import { AgentError, type AgentOptions, instructions } from "./agent.js";
import { runTool, type Tool } from "./tools.js";

/** Answers a question, with tools where the model wants them. The client does the retries. */
export async function askAnthropic(
  client: Anthropic,
  question: string,
  { tools, maxTurns = 5, timeoutMilliseconds = 60_000 }: AgentOptions,
): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const stream = client.messages.stream(
      {
        model: "claude-sonnet-5-5",
        max_tokens: 1000,
        system: instructions,
        messages,
        tools: tools.map(toDefinition),
      },
      { signal: AbortSignal.timeout(timeoutMilliseconds) },
    );
    // It rejects if the stream breaks: no tool runs on half an answer.
    const { content, stop_reason } = await stream.finalMessage();
    if (stop_reason === "refusal") throw new AgentError("refused");
    if (stop_reason === "max_tokens") throw new AgentError("cut_short");
    if (stop_reason !== "tool_use") return textOf(content);
    messages.push({ role: "assistant", content });
    messages.push({ role: "user", content: await runCalls(tools, content) });
  }
  throw new AgentError("too_many_turns");
}

function runCalls(tools: readonly Tool[], content: Anthropic.ContentBlock[]) {
  const calls = content.filter((block) => block.type === "tool_use");
  return Promise.all(
    calls.map(async ({ id, name, input }): Promise<Anthropic.ToolResultBlockParam> => {
      const { text, isError } = await runTool(tools, name, input);
      return { type: "tool_result", tool_use_id: id, content: text, is_error: isError };
    }),
  );
}

function toDefinition({ name, description, parameters }: Tool): Anthropic.Tool {
  return { name, description, input_schema: parameters };
}

function textOf(content: Anthropic.ContentBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
