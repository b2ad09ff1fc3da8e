import { defineRules } from "./define-rules.js";
import { answered, result, serverCall, serverResult, talk, text, use } from "./samples.js";

const unanswered = (ids: string) =>
  `messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
const unexpected = (place: string, id: string) =>
  `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
const closed = answered([use("t1")], [result("t1")]);
const served = talk([
  ["user", "News?"],
  ["assistant", [serverCall, serverResult, text("None.")]],
  ["user", "And?"],
]);

/** Calls and results: each has the other, in its place. */
export const pairingRules = defineRules("Pairing", [
  {
    name: "call-unanswered",
    what: "Every call is answered in the next turn; the results may be spread over messages.",
    refused: talk([
      ["user", "Weather?"],
      ["assistant", [use("t1"), use("t2")]],
      ["user", "Well?"],
    ]),
    taken: talk([
      ["user", "Weather?"],
      ["assistant", [use("t1"), use("t2")]],
      ["user", [result("t1")]],
      ["user", [result("t2")]],
    ]),
    message: unanswered("t1, t2"),
    source: ["2.3", "issue-report"],
  },
  {
    name: "call-unanswered-at-the-end",
    what: "A conversation does not end with a call.",
    refused: talk([
      ["user", "Weather?"],
      ["assistant", [use("t1")]],
    ]),
    taken: closed,
    message: unanswered("t1"),
    source: ["2.3", "issue-report"],
  },
  {
    name: "call-half-answered",
    what: "All calls of a turn are answered.",
    refused: answered([use("t1"), use("t2")], [result("t1")]),
    taken: answered([use("t1"), use("t2")], [result("t1"), result("t2")]),
    message: unanswered("t2"),
    source: ["2.3", "issue-report"],
  },
  {
    name: "result-after-text",
    what: "Results stand before all else in their turn.",
    refused: answered([use("t1")], [text("Here:"), result("t1")]),
    taken: answered([use("t1")], [result("t1"), text("Here.")]),
    message: unanswered("t1"),
    source: ["2.3", "third-party-probe"],
  },
  {
    name: "result-unexpected",
    what: "A result answers a call of the turn before.",
    refused: answered([use("t1")], [result("t1"), result("t2")]),
    taken: closed,
    message: unexpected("messages.2.content.1", "t2"),
    source: ["2.3", "issue-report"],
  },
  {
    name: "result-without-call",
    what: "A conversation does not begin with a result.",
    refused: talk([["user", [result("t1")]]]),
    taken: closed,
    message: unexpected("messages.0.content.0", "t1"),
    source: ["2.3", "issue-report"],
  },
  {
    name: "result-doubled",
    what: "A call is answered once.",
    refused: answered([use("t1")], [result("t1"), result("t1")]),
    taken: closed,
    message: /./,
    source: ["2.3", "other-server"],
  },
  {
    name: "call-id-doubled",
    what: "No two calls of a message have one id; those of later messages may.",
    refused: answered([use("t1"), use("t1")], [result("t1")]),
    taken: talk([
      ["user", "Weather?"],
      ["assistant", [use("t1")]],
      ["user", [result("t1")]],
      ["assistant", [use("t1")]],
      ["user", [result("t1")]],
    ]),
    message: "messages.1.content.1: `tool_use` ids must be unique",
    source: ["2.3", "client-text", "issue-report"],
  },
  {
    name: "call-of-user",
    what: "Only the assistant calls tools.",
    refused: talk([["user", [use("t1")]]]),
    taken: closed,
    message: "messages.0: `tool_use` blocks can only be in `assistant` messages",
    source: ["1.5", "issue-report"],
  },
  {
    name: "result-of-assistant",
    what: "Only the user brings the results of the caller's tools.",
    refused: talk([
      ["user", "Weather?"],
      ["assistant", [result("t1")]],
      ["user", "Well?"],
    ]),
    taken: closed,
    message: "messages.1: `tool_result` blocks can only be in `user` messages",
    source: ["1.5", "issue-report"],
  },
  {
    name: "server-call-without-result",
    what: "A call that the service ran has its result before the next turn.",
    refused: talk([
      ["user", "News?"],
      ["assistant", [serverCall, text("None.")]],
      ["user", "And?"],
    ]),
    taken: served,
    message:
      /`web_search` tool use with id `srvtoolu_01` was found without a corresponding `web_search_tool_result` block/,
    source: ["2.3", "issue-report", "third-party-probe"],
  },
  {
    name: "server-result-without-call",
    what: "The result of a tool that the service ran comes after its call.",
    refused: talk([
      ["user", "News?"],
      ["assistant", [serverResult, text("None.")]],
      ["user", "And?"],
    ]),
    taken: served,
    message:
      /unexpected `tool_use_id` found in `web_search_tool_result` blocks.* must have a corresponding `server_tool_use` block before it\.$/,
    source: ["2.3", "issue-report"],
  },
]);
