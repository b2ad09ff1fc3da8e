import { badRequest, from, groupOf } from "./make.js";
import { body, smallest } from "./samples.js";

const probed = from("4.3", "third-party-probe");
const model = "gpt-5.6-terra";

const unsupported = (name: string) =>
  badRequest(`Unsupported parameter: '${name}' is not supported with this model.`, name);
const noLogprobs = (name: string) =>
  badRequest("logprobs are not supported with reasoning models.", name, "unsupported_parameter");

/** What single models refuse. */
export const modelRules = groupOf("Models", [
  {
    id: "model-known",
    what: "The model exists.",
    refused: body({ model: "no-such-model" }),
    taken: smallest,
    options: { models: ["any-model"] },
    refusal: {
      status: 404,
      type: "invalid_request_error",
      message: "The model `no-such-model` does not exist or you do not have access to it.",
      param: null,
      code: "model_not_found",
    },
    lenient: "refuses",
    source: from("4.1", "third-party-probe"),
  },
  {
    id: "reasoning-temperature",
    what: "Reasoning models have no temperature.",
    refused: body({ model, temperature: 0.5 }),
    taken: body({ temperature: 0.5 }),
    refusal: unsupported("temperature"),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "reasoning-top-p",
    what: "Reasoning models have no `top_p`, not even one that changes nothing.",
    refused: body({ model, top_p: 1 }),
    taken: body({ top_p: 1 }),
    refusal: unsupported("top_p"),
    lenient: "refuses",
    source: from("1.2 and 4.3", "third-party-probe"),
  },
  {
    id: "reasoning-logprobs",
    what: "Reasoning models give no log probabilities.",
    refused: body({ model, include: ["message.output_text.logprobs"] }),
    taken: body({ include: ["message.output_text.logprobs"] }),
    refusal: noLogprobs("include"),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "reasoning-top-logprobs",
    what: "Reasoning models give no alternatives with log probabilities.",
    refused: body({ model, top_logprobs: 2 }),
    taken: body({ top_logprobs: 2 }),
    refusal: noLogprobs("top_logprobs"),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "model-effort",
    what: "A model takes only the efforts that it has.",
    refused: body({ model, reasoning: { effort: "minimal" } }),
    taken: body({ model, reasoning: { effort: "low" } }),
    refusal: badRequest(
      /^Unsupported value: 'minimal' is not supported with the 'gpt-5\.6-terra' model\. Supported values are: .+\.$/,
      "reasoning.effort",
      "unsupported_value",
    ),
    lenient: "refuses",
    source: probed,
  },
]);
