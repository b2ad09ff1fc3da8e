import {
  badRequest,
  from,
  groupOf,
  missing,
  type OwnRule,
  wrongName,
  wrongType,
  wrongValue,
} from "./make.js";
import { messages, user } from "./samples.js";

const roles = ["system", "assistant", "user", "function", "tool", "developer"];
const forms = "one of a string or array of objects";
const shape = from("1.3 and 4.2", "sdk-types", "third-party-probe");
/** The param has a dot before the index; the vendor writes it so. */
const noContent = (index: number) =>
  badRequest(
    "Invalid value for 'content': expected a string, got null.",
    `messages.[${index}].content`,
  );

/** What is refused of the members of messages. */
export const messageRules = groupOf("Messages", [
  {
    id: "message-object",
    what: "A message is an object.",
    refused: messages("Hello"),
    taken: messages(user),
    refusal: wrongType("messages[0]", "an object", "a string"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "role-required",
    what: "A message needs a role.",
    refused: messages({ content: "Hello" }),
    taken: messages(user),
    refusal: missing("messages[0].role"),
    lenient: "refuses",
    source: from("4.2 and 9, case 85", "sdk-types", "third-party-probe"),
  },
  {
    id: "role-type",
    what: "A role is a string.",
    refused: messages({ role: 5, content: "Hello" }),
    taken: messages(user),
    refusal: wrongType("messages[0].role", "a string", "an integer"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "role-value",
    what: "There are six roles.",
    refused: messages({ role: "bogus", content: "Hello" }),
    taken: messages({ role: "developer", content: "Be brief." }, user),
    refusal: wrongValue("messages[0].role", "bogus", roles),
    lenient: "takes",
    source: from("1.3 and 9, case 84", "sdk-types", "third-party-probe"),
  },
  {
    id: "content-type",
    what: "Content is a string or a list of parts.",
    refused: messages({ role: "user", content: 5 }),
    taken: messages({ role: "user", content: [{ type: "text", text: "Hello" }] }),
    refusal: wrongType("messages[0].content", forms, "an integer"),
    lenient: "refuses",
    source: from("4.2 and 9, case 86", "sdk-types", "third-party-probe"),
  },
  {
    id: "user-content-required",
    what: "A message of the user has content. The wire reference knows a model that takes one without; more services were seen to refuse it.",
    refused: messages({ role: "user" }),
    taken: messages({ role: "user", content: "" }),
    refusal: noContent(0),
    lenient: "takes",
    source: from("1.3", "sdk-types", "issue-report"),
    reports: ["julep-ai/julep#1364"],
  },
  {
    id: "user-content-null",
    what: "The content of a message of the user is not null.",
    refused: messages(user, { role: "user", content: null }),
    taken: messages(user, { role: "user", content: "" }),
    refusal: noContent(1),
    lenient: "takes",
    source: from("1.3", "sdk-types", "issue-report"),
    reports: ["langchain-ai/langchainjs#4153"],
  },
  {
    id: "assistant-content-required",
    what: "A message of the assistant has content, unless it has calls. A refusal or a sound may also stand alone.",
    refused: messages(user, { role: "assistant", content: null }),
    taken: messages(user, { role: "assistant", content: "" }),
    refusal: noContent(1),
    lenient: "takes",
    source: from("1.3", "sdk-comments", "issue-report"),
    reports: ["vercel/ai#14950"],
  },
  {
    id: "name-pattern",
    what: "The name of a speaker has letters, digits, hyphens and underscores.",
    refused: messages({ ...user, name: "bob smith" }),
    taken: messages({ ...user, name: "bob_smith-2" }),
    refusal: wrongName("messages[0].name"),
    lenient: "takes",
    source: from("1.3 and 4.2", "third-party-probe"),
  },
  {
    id: "name-type",
    what: "The name of a speaker is a string.",
    refused: messages({ ...user, name: 5 }),
    taken: messages({ ...user, name: "bob" }),
    refusal: wrongType("messages[0].name", "a string", "an integer"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "function-name-required",
    what: "A message of the deprecated role function names its function.",
    refused: messages(user, { role: "function", content: "Sunny" }),
    taken: messages(user, { role: "function", name: "weather", content: "Sunny" }),
    refusal: missing("messages[1].name"),
    lenient: "refuses",
    source: shape,
  },
  ...["system", "developer"].flatMap((role): OwnRule[] => [
    {
      id: `${role}-content-required`,
      what: `A message of the role ${role} has content.`,
      refused: messages({ role }, user),
      taken: messages({ role, content: "Be brief." }, user),
      refusal: missing("messages[0].content"),
      lenient: "refuses",
      source: shape,
    },
    {
      id: `${role}-content-null`,
      what: `The content of a message of the role ${role} is not null.`,
      refused: messages({ role, content: null }, user),
      taken: messages({ role, content: "" }, user),
      refusal: wrongType("messages[0].content", forms, "null"),
      lenient: "refuses",
      source: shape,
    },
  ]),
]);
