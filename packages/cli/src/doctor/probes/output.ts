import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import { parseJson } from "../../json/parse-json.js";
import { pick } from "../../json/pick.js";
import { judgeReply, no, type Probe, quote, yes } from "./probe.js";

/** A member that no model would choose by itself. */
const member = "place_of_the_tower";

const jsonSchema: Probe = {
  id: "json_schema",
  title: "JSON by a schema",
  requests: [
    {
      prompt: "In which city is the Eiffel Tower?",
      schema: {
        type: "object",
        properties: { [member]: { type: "string" } },
        required: [member],
        additionalProperties: false,
      },
    },
  ],
  judge: judgeReply((reply) =>
    typeof pick(parseJson(reply.text), member) === "string"
      ? yes(`followed it: ${quote(reply)}`)
      : no(`did not follow it: ${quote(reply)}`),
  ),
};

const format = { type: "json_object" };

function jsonObjectProbe(name: UpstreamFormatName, members: object): Probe {
  return {
    id: "json_object",
    title: "JSON without a schema",
    formats: [name],
    requests: [
      {
        // Services refuse the mode if the word does not occur.
        prompt: "In which city is the Eiffel Tower? Answer in JSON.",
        members: { ...members },
      },
    ],
    judge: judgeReply((reply) => {
      const value = parseJson(reply.text);
      return typeof value === "object" && value !== null
        ? yes(`said ${quote(reply)}`)
        : no(`said ${quote(reply)}`);
    }),
  };
}

/** In which forms it answers. */
export const output: readonly Probe[] = [
  jsonSchema,
  jsonObjectProbe("chat-completions", { response_format: format }),
  jsonObjectProbe("responses", { text: { format } }),
];
