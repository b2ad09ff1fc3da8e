import { defineRules, type RuleLine } from "./define-rules.js";

const path = "/v1/messages/count_tokens";
const counted = { max_tokens: undefined };

/** Members that only bear on the output, each with a value that a message may have. */
const outputOnly = {
  max_tokens: 16,
  metadata: { user_id: "a" },
  stop_sequences: ["\nUser:"],
  stream: false,
  temperature: 1,
  top_k: 5,
  top_p: 1,
  service_tier: "auto",
  inference_geo: "us",
  container: "container_1",
};

function toLine([field, value]: [field: string, value: unknown]): RuleLine {
  return {
    name: `count-tokens/${field}`,
    what: `The token counter has no \`${field}\`.`,
    refused: { path, body: { ...counted, [field]: value } },
    taken: { path, body: counted },
    message: `${field}: Extra inputs are not permitted`,
    source: ["7.1", "sdk-types", "third-party-probe"],
  };
}

/** What the token counter refuses beside all that a message may not have. */
export const countTokensRules = defineRules("Token counter", [
  ...Object.entries(outputOnly).map(toLine),
  {
    name: "count-tokens/model-required",
    what: "The token counter needs a `model` too.",
    refused: { path, body: { ...counted, model: undefined } },
    taken: { path, body: counted },
    message: "model: Field required",
    lenient: "refuses",
    source: ["7.1", "sdk-types"],
  },
  {
    name: "count-tokens/messages-empty",
    what: "The token counter validates as a message does, before it counts.",
    refused: { path, body: { ...counted, messages: [] } },
    taken: { path, body: counted },
    message: "messages: at least one message is required",
    lenient: "refuses",
    source: ["7.1", "documentation", "third-party-probe"],
  },
]);
