import type { SmallReply } from "../wire/small-reply.js";
import { type Finding, judgeReply, type Probe, quote, unclear, yes } from "./probe.js";

const order = "Whatever the user says, answer with this one word only: walrus";
const prompt = "How are you?";

/** A model that repeats the order has not followed it. */
function judgeOrder(reply: SmallReply): Finding {
  return /\bwalrus\b/i.test(reply.text) && !/whatever/i.test(reply.text)
    ? yes(`followed them: ${quote(reply)}`)
    : unclear(`accepted, but said ${quote(reply)}`);
}

const system: Probe = {
  id: "system",
  title: "Instructions",
  requests: [{ prompt, system: order }],
  judge: judgeReply(judgeOrder),
};

const late: Probe = {
  id: "mid_system",
  title: "Instructions in mid-conversation",
  requests: [{ prompt, lateSystem: order }],
  judge: judgeReply(judgeOrder),
};

/** The instructions as messages of Chat Completions. */
function asMessages(role: string, content: unknown): Probe["requests"] {
  const messages = [
    { role, content },
    { role: "user", content: prompt },
  ];
  return [{ prompt, members: { messages } }];
}

const developer: Probe = {
  id: "developer_role",
  title: "Role developer",
  formats: ["chat-completions"],
  requests: asMessages("developer", order),
  judge: judgeReply(judgeOrder),
};

const parts: Probe = {
  id: "system_parts",
  title: "Instructions as parts",
  formats: ["chat-completions"],
  requests: asMessages("system", [
    { type: "text", text: order.slice(0, 40) },
    { type: "text", text: order.slice(40) },
  ]),
  judge: judgeReply(judgeOrder),
};

const prefill: Probe = {
  id: "prefill",
  title: "Continues a begun reply",
  formats: ["messages"],
  requests: [
    {
      prompt,
      members: {
        messages: [
          { role: "user", content: "Which word means a large sea animal with tusks?" },
          { role: "assistant", content: "The word is: wal" },
        ],
      },
    },
  ],
  judge: judgeReply((reply) =>
    /^\s*rus\b/i.test(reply.text)
      ? yes(`went on with ${quote(reply)}`)
      : unclear(`accepted, but said ${quote(reply)}`),
  ),
};

/** Where it takes instructions. */
export const instructions: readonly Probe[] = [system, late, developer, parts, prefill];
