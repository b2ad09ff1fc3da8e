import Anthropic from "@anthropic-ai/sdk";

/** Answers a mail. The client finds its server by the variables of the process. */
export async function answerMail(mail: string): Promise<string> {
  const client = new Anthropic();
  const message = await client.messages.create({
    model: "claude-sonnet-5",
    max_tokens: 1_000,
    messages: [{ role: "user", content: mail }],
  });
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
