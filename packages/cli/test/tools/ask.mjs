// A tool that asks with both official clients, which read their variables themselves, and ends with exit code 3.
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

const { ANTHROPIC_MODEL, OPENAI_MODEL } = process.env;
const messages = [{ role: "user", content: "Hi" }];

const message = await new Anthropic().messages.create({
  model: ANTHROPIC_MODEL,
  max_tokens: 100,
  messages,
  metadata: { user_id: "me" },
});
const completion = await new OpenAI().chat.completions.create({ model: OPENAI_MODEL, messages });
// A name that only a vendor knows.
const other = await new OpenAI().chat.completions.create({ model: "gpt-6", messages });

console.log(message.content[0].text);
console.log(completion.choices[0].message.content);
console.log(other.choices[0].message.content);
process.exit(3);
