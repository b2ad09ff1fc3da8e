import { badRequest, from, groupOf, missing } from "./make.js";
import { call, called, calling, messages, result, smallest, user } from "./samples.js";

const shape = from("1.3 and 4.2", "sdk-types", "third-party-probe");

/** What is refused of tool results, and of how they follow calls. */
export const resultRules = groupOf("Tool results", [
  {
    id: "tool-call-id-required",
    what: "A result names its call.",
    refused: messages(user, calling(call("call_1")), { role: "tool", content: "Sunny" }),
    taken: called(),
    refusal: missing("messages[2].tool_call_id"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "tool-content-required",
    what: "A result has content.",
    refused: messages(user, calling(call("call_1")), { role: "tool", tool_call_id: "call_1" }),
    taken: called(),
    refusal: missing("messages[2].content"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "result-after-call",
    what: "A result stands after the message with its call. The vendor spells the text so.",
    refused: messages(user, result("call_1")),
    taken: messages(user, calling(call("call_1")), result("call_1")),
    refusal: badRequest(
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      "messages.[1].role",
    ),
    lenient: "takes",
    source: from("1.3 and 4.3", "third-party-probe"),
  },
  {
    id: "result-not-first",
    what: "A result cannot be the first message.",
    refused: messages(result("call_1")),
    taken: smallest,
    refusal: badRequest(
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      "messages.[0].role",
    ),
    lenient: "takes",
    source: from("4.3 and 9, case 41", "third-party-probe"),
  },
  {
    id: "result-of-known-call",
    what: "A result names a call of the message before it. The text is not known.",
    refused: messages(user, calling(call("call_1")), result("call_1"), result("call_2")),
    taken: messages(
      user,
      calling(call("call_1"), call("call_2")),
      result("call_2"),
      result("call_1"),
    ),
    refusal: badRequest(/call_2/, "messages.[3].tool_call_id"),
    lenient: "takes",
    source: from("1.3", "inferred"),
  },
  {
    id: "results-complete",
    what: "After the calls of a message come results for all of them, before anything else.",
    refused: messages(
      user,
      calling(call("call_a"), call("call_b"), call("call_c")),
      result("call_b"),
      user,
    ),
    taken: messages(
      user,
      calling(call("call_a"), call("call_b"), call("call_c")),
      result("call_b"),
      result("call_c"),
      result("call_a"),
      user,
    ),
    refusal: badRequest(
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_a, call_c",
      "messages.[3].role",
    ),
    lenient: "takes",
    source: from("1.3 and 4.3", "third-party-probe"),
  },
  {
    id: "results-at-the-end",
    what: "The last message cannot leave calls without results.",
    refused: messages(user, calling(call("call_a"))),
    taken: messages(user, calling(call("call_a")), result("call_a")),
    refusal: badRequest(
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_a",
      "messages.[1].role",
    ),
    lenient: "takes",
    source: from("1.3 and 4.3", "documentation", "third-party-probe"),
  },
]);
