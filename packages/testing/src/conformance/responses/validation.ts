import { isEnvelope } from "../chat-completions/asking/envelope.js";
import type { Check } from "../check.js";
import { isErrorOf, type Json } from "../expect.js";
import { message } from "./asking/bodies.js";
import { respond } from "./asking/response.js";
import { defineChecks, defineRefusals } from "./define-checks.js";

const missing = "missing_required_parameter";
const value = "invalid_value";

const pairs: Json = Object.fromEntries(
  Array.from({ length: 17 }, (_, index) => [`name${index}`, "1"]),
);

const nested = { type: "function", function: { name: "f", parameters: {} } };

/** What is refused of a body, and how. */
export const validationChecks: readonly Check[] = [
  ...defineRefusals("Validation", [
    [
      "R013",
      "An absent model is missing.",
      { model: undefined },
      { code: missing, param: "model" },
    ],
    [
      "R014",
      "A model that is null has the wrong type.",
      { model: null },
      { code: "invalid_type", param: "model" },
    ],
    [
      "R015",
      "An absent input is missing.",
      { input: undefined },
      { code: missing, param: "input" },
    ],
    [
      "R016a",
      "An empty list is refused without a param.",
      { input: [] },
      { code: missing, param: null },
    ],
    [
      "R016b",
      "An empty text is refused without a param.",
      { input: "" },
      { code: missing, param: null },
    ],
    [
      "R017",
      "A number as input has the wrong type.",
      { input: 7 },
      { code: "invalid_type", param: "input" },
    ],
    [
      "R018",
      "An unknown member is refused by its name.",
      { no_such_member: 1 },
      { code: "unknown_parameter", param: "no_such_member" },
    ],
    [
      "R019",
      "The member messages is refused, and the refusal names input.",
      { input: undefined, messages: [message("user", "Hi")] },
      { code: "unsupported_parameter", says: /\binput\b/ },
    ],
    [
      "R020",
      "An item of an unknown type is refused at the item.",
      { input: [{ type: "no_such_item" }] },
      { code: value, param: "input[0]" },
    ],
    [
      "R021",
      "A message of an unknown role is refused at the item.",
      { input: [message("nobody", "Hi")] },
      { code: value, param: "input[0]" },
    ],
    [
      "R022",
      "A message without content is refused at its content.",
      { input: [{ type: "message", role: "user" }] },
      { code: missing, param: "input[0].content" },
    ],
    [
      "R023",
      "A part of a caller in a message of the model is refused, and the refusal names output_text.",
      { input: [message("assistant", [{ type: "input_text", text: "Hi" }])] },
      { code: value, says: /output_text/ },
    ],
    [
      "R024a",
      "A limit of 15 tokens is refused.",
      { max_output_tokens: 15 },
      { code: "integer_below_min_value", param: "max_output_tokens" },
    ],
    [
      "R025",
      "Seventeen pairs of metadata are refused.",
      { metadata: pairs },
      { code: "object_above_max_properties", param: "metadata" },
    ],
    [
      "R026a",
      "An unknown effort is refused with those that there are.",
      { reasoning: { effort: "none_such" } },
      { code: value, param: "reasoning.effort", says: /low/ },
    ],
    [
      "R026b",
      "An unknown verbosity is refused with those that there are.",
      { text: { verbosity: "none_such" } },
      { code: value, param: "text.verbosity", says: /low/ },
    ],
    [
      "R026c",
      "An unknown truncation is refused with those that there are.",
      { truncation: "none_such" },
      { code: value, param: "truncation", says: /disabled/ },
    ],
    [
      "R026d",
      "An unknown member of include is refused with those that there are.",
      { include: ["none_such"] },
      { code: value, param: /^include/, says: /reasoning\.encrypted_content/ },
    ],
    [
      "R027",
      "A function in the shape of Chat Completions lacks its name.",
      { tools: [nested] },
      { code: missing, param: "tools[0].name" },
    ],
    [
      "R028",
      "A choice of a function that is not declared is refused.",
      { tool_choice: { type: "function", name: "no_such_tool" } },
      { says: /no_such_tool|tool_choice/ },
    ],
    [
      "R029",
      "Of two faults the one that the vendor checks first is reported.",
      { max_output_tokens: 15, tools: [nested] },
      { param: "tools[0].name" },
    ],
  ]),
  ...defineChecks("Validation", [
    [
      "R024b",
      "A limit of 16 tokens is accepted.",
      async (probe) => void (await respond(probe, { max_output_tokens: 16 })),
    ],
    [
      "R030",
      "A body that is not JSON is answered 400.",
      async (probe) => {
        const answer = await probe.send({ text: '{"model":' });
        isErrorOf(answer, { status: 400 });
        isEnvelope(answer);
      },
    ],
  ]),
];
