import { messages, user } from "./chat-completions/samples.js";
import { document, say, talk } from "./messages/samples.js";
import { calling, input } from "./responses/samples.js";
import type { ProfileName, SampleRequest } from "./rule.js";

/** A request that may well be refused, and that the strict profile takes because the answer is not known. */
export interface OpenQuestion {
  readonly profile: ProfileName;
  /** What the request has. */
  readonly what: string;
  readonly taken: SampleRequest;
  /** What is known, and why it is not enough for a rule. */
  readonly reason: string;
  /** Issues and pull requests on GitHub that say something about it, as `owner/name#number`. */
  readonly reports?: readonly string[] | undefined;
}

const history = (block: object) =>
  talk([
    ["user", "Where?"],
    ["assistant", [block]],
    ["user", "Well?"],
  ]);

/** What was looked into, and found too uncertain to be refused. */
export const openQuestions: readonly OpenQuestion[] = [
  {
    profile: "messages",
    what: "Thinking with a signature that another service made",
    taken: history({ type: "thinking", thinking: "Look it up.", signature: "EqQBCkYIBxgC" }),
    reason:
      "The service refuses it. The fake cannot tell such a signature from one of the service, which the histories of recorded conversations have, so it checks only its own.",
  },
  {
    profile: "messages",
    what: "A document at a URL that is not one of https",
    taken: say(document({ source: { type: "url", url: "http://example.com/a.pdf" } })),
    reason: "The refusal is known for images; for documents nothing was found.",
  },
  {
    profile: "chatCompletions",
    what: "A member of a message that the service does not know",
    taken: messages({ ...user, mood: "glad" }),
    reason:
      "In 2023 the service named such a member. A report of 2026 says that it ignores them, and newer refusals are known only inside of calls and parts.",
    reports: ["transitive-bullshit/agentic#531", "Soju06/codex-lb#637"],
  },
  {
    profile: "chatCompletions",
    what: "A `name` of a speaker with 65 characters",
    taken: messages({ ...user, name: "n".repeat(65) }),
    reason: "A limit is known for the names of tools; for those of speakers nothing was found.",
  },
  {
    profile: "chatCompletions",
    what: "A message of the assistant with a refusal or a sound, and without content",
    taken: messages(user, { role: "assistant", content: null, refusal: "No." }),
    reason:
      "So the service writes it. The documentation asks for content unless there are calls, and no refusal was found.",
  },
  {
    profile: "chatCompletions",
    what: "An image at a URL that is not one of https",
    taken: messages({
      role: "user",
      content: [{ type: "image_url", image_url: { url: "http://example.com/cat.png" } }],
    }),
    reason: "The wire reference has both protocols, and no refusal was found.",
  },
  {
    profile: "chatCompletions",
    what: "A model with a name of 300 characters",
    taken: { body: { model: "m".repeat(300) } },
    reason:
      "Nothing was found but the answer for a model that does not exist, which a fake with `models` gives.",
  },
  {
    profile: "chatCompletions",
    what: "A function with an empty schema",
    taken: {
      body: { tools: [{ type: "function", function: { name: "f", parameters: {} } }] },
    },
    reason:
      "Schemas with members and without a type are refused. Of an empty one only other servers are known to say anything.",
    reports: ["end-4/dots-hyprland#3264"],
  },
  {
    profile: "responses",
    what: "A member of a call that the service does not know",
    taken: input(...calling("call_1", { parsed_arguments: {} })),
    reason:
      "Unknown members are known to be refused in messages. The official client adds such a member to the calls that its helpers return, and programs give those back.",
  },
  {
    profile: "responses",
    what: "A reasoning item without the item that followed it",
    taken: input(
      { type: "reasoning", id: "rs_1", summary: [] },
      { role: "user", content: "Hello" },
    ),
    reason:
      "The service refuses it for ids that it has stored. A fake stores nothing, so it cannot tell those from others.",
  },
];
