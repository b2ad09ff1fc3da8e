import type { OwnRule } from "../chat-completions/make.js";
import type { SampleRequest } from "../rule.js";
import {
  badRequest,
  empty,
  from,
  groupOf,
  missing,
  tooLong,
  wrongType,
  wrongValue,
} from "./make.js";
import { body, calling, input, smallest, user } from "./samples.js";

const probed = from("4.3", "third-party-probe");
const refusedByTypes = from("4.3", "sdk-types", "third-party-probe");
const reported = from("4.3", "issue-report");

const nothing = badRequest(
  `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`,
  null,
  "missing_required_parameter",
);

const unknownMember = (place: string, advice = "") =>
  badRequest(`Unknown parameter: '${place}'.${advice}`, place, "unknown_parameter");

/** The id of an item begins with the prefix of its type. */
function prefixed(
  id: string,
  prefix: string,
  what: string,
  withId: (value: string) => SampleRequest,
): OwnRule {
  return {
    id,
    what,
    refused: withId("x_1"),
    taken: withId(`${prefix}_1`),
    refusal: badRequest(
      `Invalid 'input[0].id': 'x_1'. Expected an ID that begins with '${prefix}'.`,
      "input[0].id",
      "invalid_id_prefix",
    ),
    lenient: "takes",
    source: reported,
  };
}

const said = (content: unknown, members: object = {}) =>
  input({ role: "assistant", content, ...members }, user);

/** What is refused in the items of the input. */
export const inputRules = groupOf("Input", [
  {
    id: "input-type",
    what: "The input is a string or a list.",
    refused: body({ input: 7 }),
    taken: smallest,
    refusal: wrongType("input", "one of a string or array of input items", "an integer"),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "input-empty-list",
    what: "A list of items is not empty, unless a stored conversation goes on.",
    refused: input(),
    taken: input(user),
    refusal: nothing,
    lenient: "refuses",
    source: probed,
  },
  {
    id: "input-empty-text",
    what: "A text is not empty, unless a stored conversation goes on.",
    refused: body({ input: "" }),
    taken: smallest,
    refusal: nothing,
    lenient: "refuses",
    source: probed,
  },
  {
    id: "item-type",
    what: "The type of an item is known; the refusal lists all types.",
    refused: input({ type: "telegram" }),
    taken: input(user),
    refusal: badRequest(
      /^Invalid value: 'telegram'\. Supported values are: '.+', and '.+'\.$/,
      "input[0]",
      "invalid_value",
    ),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "message-role",
    what: "The role of a message is known.",
    refused: input({ role: "tool", content: "Hello" }),
    taken: input(user),
    refusal: wrongValue("input[0]", "tool", ["assistant", "system", "developer", "user"]),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "message-content",
    what: "A message has content.",
    refused: input({ role: "user" }),
    taken: input(user),
    refusal: missing("input[0].content"),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "assistant-part",
    what: "What the assistant has said is `output_text` or `refusal`.",
    refused: said([{ type: "input_text", text: "Hello" }]),
    taken: said([{ type: "output_text", text: "Hello", annotations: [] }], {
      type: "message",
      id: "msg_1",
      status: "completed",
    }),
    refusal: wrongValue("input[0].content[0]", "input_text", ["output_text", "refusal"]),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "user-part",
    what: "What the user says is no `output_text`.",
    refused: input({ role: "user", content: [{ type: "output_text", text: "Hello" }] }),
    taken: input({ role: "user", content: [{ type: "input_text", text: "Hello" }] }),
    refusal: badRequest(
      /^Invalid value: 'output_text'\. Supported values are: 'input_text', .+\.$/,
      "input[0].content[0]",
      "invalid_value",
    ),
    lenient: "refuses",
    source: from("1.4 and 4.3", "sdk-types", "third-party-probe", "inferred"),
  },
  {
    id: "message-member",
    what: "Every member of a message is known.",
    refused: input({ ...user, bogus: 1 }),
    taken: input(user),
    refusal: unknownMember("input[0].bogus"),
    lenient: "takes",
    source: refusedByTypes,
  },
  {
    id: "user-phase",
    what: "Only messages of the assistant have a phase.",
    refused: input({ ...user, phase: "commentary" }),
    taken: said("Hello", { phase: "commentary" }),
    refusal: unknownMember("input[0].phase"),
    lenient: "takes",
    source: probed,
  },
  prefixed("message-id-prefix", "msg", "The id of a message begins with `msg`.", (id) =>
    said("Hello", { id }),
  ),
  prefixed("reasoning-id-prefix", "rs", "The id of a reasoning item begins with `rs`.", (id) =>
    input({ type: "reasoning", id, summary: [] }, { role: "assistant", content: "Hello" }, user),
  ),
  prefixed("call-id-prefix", "fc", "The id of a call begins with `fc`.", (id) =>
    input(...calling("call_1", { id })),
  ),
  {
    id: "call-id-empty",
    what: "The `call_id` of a call is not empty.",
    refused: input(...calling("")),
    taken: input(...calling("c")),
    refusal: empty("input[0].call_id", "string"),
    lenient: "takes",
    source: from("1.3", "inferred"),
  },
  {
    id: "call-id-length",
    what: "The `call_id` of a call has at most 64 characters.",
    refused: input(...calling("c".repeat(65))),
    taken: input(...calling("c".repeat(64))),
    refusal: tooLong("input[0].call_id", "string", 64, 65),
    lenient: "takes",
    source: from("1.3", "inferred"),
  },
  {
    id: "duplicate-id",
    what: "No two items have one id.",
    refused: input(
      { role: "assistant", content: "One", id: "msg_1" },
      { role: "assistant", content: "Two", id: "msg_1" },
      user,
    ),
    taken: input(
      { role: "assistant", content: "One", id: "msg_1" },
      { role: "assistant", content: "Two", id: "msg_2" },
      user,
    ),
    refusal: badRequest(
      "Duplicate item found with id msg_1. Remove duplicate items from your input and try again.",
      "input",
    ),
    lenient: "takes",
    source: reported,
  },
  {
    id: "output-without-call",
    what: "What a tool has answered follows a call.",
    refused: input(user, ...calling("call_1").slice(1)),
    taken: input(user, ...calling("call_1")),
    refusal: badRequest(
      "No tool call found for function call output with call_id call_1.",
      "input",
    ),
    lenient: "refuses",
    source: reported,
  },
  {
    id: "call-without-output",
    what: "Each call is answered.",
    refused: input(user, ...calling("call_1").slice(0, 1)),
    taken: input(user, ...calling("call_1")),
    refusal: badRequest("No tool output found for function call call_1.", "input"),
    lenient: "refuses",
    source: reported,
  },
]);
