import type OpenAI from "openai";
import { AgentError, type AgentOptions, instructions } from "./agent.js";
import { runTool, type Tool } from "./tools.js";

type Message = OpenAI.ChatCompletionMessageParam;

/** Answers a question, with tools where the model wants them. The client does the retries. */
export async function askOpenAI(
  client: OpenAI,
  question: string,
  { tools, maxTurns = 5, timeoutMilliseconds = 60_000 }: AgentOptions,
): Promise<string> {
  const messages: Message[] = [
    { role: "developer", content: instructions },
    { role: "user", content: question },
  ];
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const stream = client.chat.completions.stream(
      {
        model: "gpt-5",
        max_completion_tokens: 1000,
        messages,
        tools: tools.map(toDefinition),
      },
      { signal: AbortSignal.timeout(timeoutMilliseconds) },
    );
    // It rejects if the stream breaks: no tool runs on half an answer.
    const choice = (await stream.finalChatCompletion()).choices[0];
    if (choice?.message.refusal) throw new AgentError("refused");
    if (choice?.finish_reason === "length") throw new AgentError("cut_short");
    const calls = choice?.message.tool_calls ?? [];
    if (calls.length === 0) return choice?.message.content ?? "";
    messages.push({
      role: "assistant",
      content: choice?.message.content ?? null,
      tool_calls: calls,
    });
    messages.push(...(await Promise.all(calls.map((call) => runCall(tools, call)))));
  }
  throw new AgentError("too_many_turns");
}

async function runCall(
  tools: readonly Tool[],
  call: OpenAI.ChatCompletionMessageToolCall,
): Promise<Message> {
  if (call.type !== "function") throw new TypeError(`No such calls were offered: ${call.type}`);
  const input: unknown = JSON.parse(call.function.arguments);
  const { text, isError } = await runTool(tools, call.function.name, input);
  return { role: "tool", tool_call_id: call.id, content: isError ? `Error: ${text}` : text };
}

function toDefinition({ name, description, parameters }: Tool): OpenAI.ChatCompletionTool {
  return { type: "function", function: { name, description, parameters } };
}
