import { defineRules } from "./define-rules.js";
import { beta, body, say, serverCall, serverResult, talk, text } from "./samples.js";

const clearedMessages = (clear_at: string) => [
  { role: "user", content: "Hello" },
  { role: "system", content: "Be brief.", clear_at },
];
const clearing = (clear_at: string) =>
  body(
    { messages: clearedMessages(clear_at) },
    beta("mid-conversation-system-clear-at-2026-08-21"),
  );
const emptyUser = "messages.0: user messages must have non-empty content";

/** Who speaks when, and that every turn says something. */
export const turnRules = defineRules("Turns", [
  {
    name: "role-unknown",
    what: "A role is `user`, `assistant` or `system`.",
    refused: talk([["developer", "Be brief."]]),
    taken: talk([
      ["user", "Hello"],
      ["user", "Are you there?"],
    ]),
    message: "messages.0.role: Input should be 'user', 'assistant' or 'system'",
    source: ["2.1, 12", "sdk-types", "other-server", "chosen"],
  },
  {
    name: "first-message-assistant",
    what: "The user speaks first.",
    refused: talk([
      ["assistant", "Hello"],
      ["user", "Hello"],
    ]),
    taken: talk([
      ["user", "Hello"],
      ["assistant", "Hello"],
      ["assistant", "How are you?"],
      ["user", "Fine."],
    ]),
    message: 'messages: first message must use the "user" role',
    source: ["2.1", "issue-report"],
  },
  {
    name: "first-message-system",
    what: "Instructions at the beginning stand in `system`.",
    refused: talk([
      ["system", "Be brief."],
      ["user", "Hello"],
    ]),
    taken: body({ system: "Be brief." }),
    message: /use the top-level 'system' parameter/,
    source: ["2.1", "third-party-probe"],
  },
  {
    name: "system-after-text",
    what: "A system message follows the user, or the result of a tool that the service ran.",
    refused: talk([
      ["user", "Hello"],
      ["assistant", "Hello"],
      ["system", "Be brief."],
    ]),
    taken: talk([
      ["user", "Hello"],
      ["assistant", [serverCall, serverResult]],
      ["system", "Be brief."],
    ]),
    message: /^messages\.2: /,
    source: ["2.2", "third-party-probe"],
  },
  {
    name: "system-after-paused-call",
    what: "A system message does not follow a call that is still open.",
    refused: talk([
      ["user", "Hello"],
      ["assistant", [serverCall]],
      ["system", "Be brief."],
    ]),
    taken: talk([
      ["user", "Hello"],
      ["assistant", [serverCall]],
    ]),
    message: /./,
    source: ["2.2", "third-party-probe"],
  },
  {
    name: "system-before-user",
    what: "A system message is the last or comes before the assistant's.",
    refused: talk([
      ["user", "Hello"],
      ["system", "Be brief."],
      ["user", "Hello?"],
    ]),
    taken: talk([
      ["user", "Hello"],
      ["system", "Be brief."],
      ["system", "Be kind."],
      ["assistant", "Hello"],
      ["user", "Hello?"],
    ]),
    message: /must precede an 'assistant' message/,
    source: ["2.2", "third-party-probe", "documentation"],
  },
  {
    name: "system-clear-at-unknown",
    what: "A system message is cleared `never` or at the `next_user_message`.",
    refused: clearing("tomorrow"),
    taken: clearing("next_user_message"),
    message: "messages.1.clear_at: Input should be 'never' or 'next_user_message'",
    lenient: "takes",
    source: ["2.2, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "system-clear-at-without-beta",
    what: "`clear_at` is known only with the beta `mid-conversation-system-clear-at-2026-08-21`.",
    refused: body({ messages: clearedMessages("never") }),
    taken: clearing("never"),
    message: "messages.1.clear_at: Extra inputs are not permitted",
    source: ["1.4, 2.2", "sdk-types", "issue-report"],
  },
  {
    name: "user-content-empty",
    what: "A message of the user is not empty.",
    refused: talk([["user", ""]]),
    message: emptyUser,
    source: ["2.4", "issue-report"],
  },
  {
    name: "user-content-no-blocks",
    what: "A message of the user has a block.",
    refused: say(),
    taken: say(text("Hello")),
    message: emptyUser,
    source: ["2.4", "issue-report"],
  },
  {
    name: "assistant-content-empty",
    what: "A message of the assistant is not empty, unless it is the last.",
    refused: talk([
      ["user", "Hello"],
      ["assistant", ""],
      ["user", "Hello?"],
    ]),
    taken: talk([
      ["user", "Hello"],
      ["assistant", ""],
    ]),
    message:
      "messages.1: all messages must have non-empty content except for the optional final assistant message",
    source: ["2.4", "issue-report"],
  },
  {
    name: "text-empty",
    what: "A text block is not empty.",
    refused: say(text("")),
    taken: say(text("Hello")),
    message: "messages: text content blocks must be non-empty",
    source: ["2.4", "issue-report"],
  },
  {
    name: "text-blank",
    what: "A message is not of white space alone; a block may be, beside others.",
    refused: say(text(" \n")),
    taken: say(text(" \n"), text("Hello")),
    message: "messages: text content blocks must contain non-whitespace text",
    source: ["2.4", "third-party-probe", "issue-report"],
  },
  {
    name: "prefill-trailing-space",
    what: "A reply that has begun does not end in white space.",
    refused: talk([
      ["user", "Hello"],
      ["assistant", "Say: "],
    ]),
    taken: talk([
      ["user", "Hello"],
      ["assistant", "Say:"],
    ]),
    message: "messages: final assistant content cannot end with trailing whitespace",
    source: ["2.1", "issue-report"],
  },
]);
