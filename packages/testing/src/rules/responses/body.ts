import type { OwnRule } from "../chat-completions/make.js";
import { badRequest, from, groupOf, missing, wrongType } from "./make.js";
import { body, input, smallest, user } from "./samples.js";

const probed = from("4.3", "third-party-probe");
const refusedByTypes = from("4.3", "sdk-types", "third-party-probe");

/** A member of Chat Completions that has another place in this format. */
function moved(name: string, place: string, value: unknown, source: OwnRule["source"]): OwnRule {
  return {
    id: `moved-${name.replaceAll("_", "-")}`,
    what: `\`${name}\` has moved to \`${place}\`.`,
    refused: body({ [name]: value }),
    taken: smallest,
    refusal: badRequest(
      `Unsupported parameter: '${name}'. In the Responses API, this parameter has moved to '${place}'. Try again with the new parameter. See the API documentation for more information: https://platform.openai.com/docs/api-reference/responses/create.`,
      null,
      "unsupported_parameter",
    ),
    lenient: "refuses",
    source,
  };
}

const reported = from("4.3", "issue-report");

/** What is refused in the body as a whole. */
export const bodyRules = groupOf("Body", [
  {
    id: "model-required",
    what: "A request names its model.",
    refused: body({ model: undefined }),
    taken: smallest,
    refusal: missing("model"),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "model-null",
    what: "The model is not null; the service calls a null an object.",
    refused: body({ model: null }),
    taken: smallest,
    refusal: wrongType("model", "a string", "an object"),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "model-type",
    what: "The model is a string.",
    refused: body({ model: 7 }),
    taken: smallest,
    refusal: wrongType("model", "a string", "an integer"),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "input-required",
    what: "A request has an input.",
    refused: body({ input: undefined }),
    taken: smallest,
    refusal: missing("input"),
    lenient: "refuses",
    source: probed,
  },
  moved("messages", "input", [user], probed),
  moved("response_format", "text.format", { type: "text" }, reported),
  moved("reasoning_effort", "reasoning.effort", "low", reported),
  moved("max_completion_tokens", "max_output_tokens", 100, reported),
  {
    id: "unknown-member",
    what: "Every member of the body is known.",
    refused: body({ favourite_colour: "blue" }),
    taken: smallest,
    refusal: badRequest(
      "Unknown parameter: 'favourite_colour'.",
      "favourite_colour",
      "unknown_parameter",
    ),
    lenient: "takes",
    source: refusedByTypes,
  },
  {
    id: "unknown-member-similar",
    what: "For an unknown member whose name differs in at most two letters, the known one is named.",
    refused: body({ temprature: 1 }),
    taken: body({ temperature: 1 }),
    refusal: badRequest(
      "Unknown parameter: 'temprature'. Did you mean 'temperature'?",
      "temprature",
      "unknown_parameter",
    ),
    lenient: "takes",
    source: refusedByTypes,
  },
  {
    id: "unknown-member-sent",
    what: "A member that the request has already is not proposed.",
    refused: body({ temprature: 1, temperature: 1 }),
    taken: body({ temperature: 1 }),
    refusal: badRequest("Unknown parameter: 'temprature'.", "temprature", "unknown_parameter"),
    lenient: "takes",
    source: refusedByTypes,
  },
  {
    id: "unknown-member-first",
    what: "An unknown member is refused before the items of the input are looked at.",
    refused: body({ favourite_colour: "blue", input: [{ role: "nobody", content: "" }] }),
    taken: input(user),
    refusal: badRequest(
      "Unknown parameter: 'favourite_colour'.",
      "favourite_colour",
      "unknown_parameter",
    ),
    lenient: "refuses",
    source: from("4.2", "third-party-probe"),
  },
]);
