import type { Check } from "../../check.js";
import { afterCalls, pastResult, saying, user } from "../asking/bodies.js";
import { defineRefusals } from "../asking/refusals.js";

/** What is refused in the messages of a request. */
export const messageValidationChecks: readonly Check[] = defineRefusals("Validation", [
  [
    "C009b",
    "A user name with a space is answered 400 invalid_value with param messages[0].name.",
    { messages: [{ ...user("hi"), name: "bob smith" }] },
    { param: "messages[0].name", code: "invalid_value", says: /name/ },
  ],
  [
    "C041",
    'A tool message that follows no call is answered 400 with the vendor\'s text (spelled "preceeding").',
    { messages: [pastResult("call_x")] },
    { param: "messages.[0].role", code: null, says: /preceeding message with 'tool_calls'/ },
  ],
  [
    "C042",
    "A history that lacks one of two tool results is answered 400 with the missing id.",
    afterCalls(["call_a", "call_b"], pastResult("call_a"), user("And?")),
    { param: /^messages\.\[\d+\]\.role$/, code: null, says: /call_b/ },
  ],
  [
    "C082",
    "A request without messages is answered 400 missing_required_parameter.",
    { messages: undefined },
    { param: "messages", code: "missing_required_parameter", says: /messages/ },
  ],
  [
    "C083",
    "An empty messages array is answered 400 empty_array.",
    { messages: [] },
    { param: "messages", code: "empty_array", says: /messages/ },
  ],
  [
    "C084",
    "An unknown role is answered 400 invalid_value with the six legal roles.",
    { messages: [{ role: "bogus", content: "hi" }] },
    {
      param: "messages[0].role",
      code: "invalid_value",
      says: /'system', 'assistant', 'user', 'function', 'tool', and 'developer'/,
    },
  ],
  [
    "C085",
    "A message without a role is answered 400 missing_required_parameter.",
    { messages: [{ content: "hi" }] },
    { param: "messages[0].role", code: "missing_required_parameter", says: /messages\[0\]\.role/ },
  ],
  [
    "C086",
    "A number as content is answered 400 invalid_type.",
    saying(5),
    { param: "messages[0].content", code: "invalid_type", says: /messages\[0\]\.content/ },
  ],
  [
    "C087",
    "An unknown content part type is answered 400 invalid_value.",
    saying([{ type: "hologram" }]),
    { param: "messages[0].content[0].type", code: "invalid_value", says: /hologram/ },
  ],
]);
