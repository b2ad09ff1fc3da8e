import { createClient } from "./generated/client/index.js";
import { createChatCompletion, createMessage, issueKey } from "./generated/sdk.gen.js";
import type { CreateChatCompletionResponse, CreateMessageResponse } from "./generated/types.gen.js";

/** Issues a key as an administrator, and asks a model with it in both formats. */
export async function useService(baseUrl: string, credential: string): Promise<readonly string[]> {
  const administrator = createClient({ baseUrl, auth: credential });
  const issued = await issueKey({ client: administrator, body: { account_id: "ada" } });
  if (!issued.data) throw new Error(JSON.stringify(issued.error));

  const client = createClient({ baseUrl, auth: issued.data.secret });
  const messages = [{ role: "user" as const, content: "Hello" }];
  const message = await createMessage({
    client,
    headers: { "anthropic-version": "2023-06-01" },
    body: { model: "polite", max_tokens: 100, messages },
  });
  const completion = await createChatCompletion({ client, body: { model: "polite", messages } });
  const refused = await createChatCompletion({ client, body: { model: "unknown", messages } });

  return [
    issued.data.account_id,
    textOfMessage(message.data),
    textOfCompletion(completion.data),
    refused.error?.error.message ?? "",
  ];
}

// The answer of each operation is a whole reply, or with `stream: true` the events of one.

function textOfMessage(answer: CreateMessageResponse | undefined): string {
  const [block] = answer?.type === "message" ? answer.content : [];
  return block?.type === "text" && typeof block.text === "string" ? block.text : "";
}

function textOfCompletion(answer: CreateChatCompletionResponse | undefined): string {
  if (answer?.object !== "chat.completion") return "";
  return answer.choices[0]?.message.content ?? "";
}
