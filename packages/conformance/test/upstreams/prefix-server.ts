import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@diglot/test-support/servers";

/** A format that the server speaks. */
export type PrefixFormat = "messages" | "chat-completions" | "responses";

/** A server that reads what a prompt shares with the last one from its cache, as llama.cpp does. */
export interface PrefixServer {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** The prompts as the model reads them, word by word. */
  readonly prompts: readonly (readonly string[])[];
}

type Body = Readonly<Record<string, unknown>>;

/** Everything that a model reads, in the order in which templates put it: instructions, tools, messages. */
function renderPrompt({ system, instructions, tools, messages, input }: Body): readonly string[] {
  const said = [system, instructions, tools, messages ?? input].map((part) =>
    JSON.stringify(part ?? ""),
  );
  return said.join("\n").split(/(?<=\s)/);
}

function countShared(prompt: readonly string[], last: readonly string[]): number {
  const end = prompt.findIndex((word, index) => word !== last[index]);
  return end < 0 ? prompt.length : end;
}

/** A reply of each format, with the tokens of its prompt and those of them that were cached. */
const replies: Readonly<Record<string, (all: number, cached: number) => object>> = {
  "/v1/messages": (all, cached) => ({
    ...{ id: "msg_1", type: "message", role: "assistant", model: "m" },
    content: [{ type: "text", text: "Done." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: all - cached, cache_read_input_tokens: cached, output_tokens: 1 },
  }),
  "/v1/chat/completions": (all, cached) => ({
    ...{ id: "chatcmpl-1", object: "chat.completion", created: 0, model: "m" },
    choices: [
      { index: 0, message: { role: "assistant", content: "Done." }, finish_reason: "stop" },
    ],
    usage: {
      ...{ prompt_tokens: all, completion_tokens: 1, total_tokens: all + 1 },
      prompt_tokens_details: { cached_tokens: cached },
    },
  }),
  "/v1/responses": (all, cached) => ({
    ...{ id: "resp_1", object: "response", created_at: 0, status: "completed", model: "m" },
    output: [
      {
        ...{ id: "msg_1", type: "message", role: "assistant", status: "completed" },
        content: [{ type: "output_text", text: "Done.", annotations: [] }],
      },
    ],
    usage: {
      ...{ input_tokens: all, output_tokens: 1, total_tokens: all + 1 },
      input_tokens_details: { cached_tokens: cached },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }),
};

/** Starts it on this machine; it ends with the test. */
export async function servePrefixes(): Promise<PrefixServer> {
  const prompts: (readonly string[])[] = [];
  const server = createServer(async (request, response) => {
    const prompt = renderPrompt(JSON.parse(await text(request)));
    const cached = countShared(prompt, prompts.at(-1) ?? []);
    prompts.push(prompt);
    const reply = replies[request.url ?? ""]?.(prompt.length, cached);
    response.writeHead(reply ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(reply ?? {}));
  });
  const port = await listen(server);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, prompts };
}
