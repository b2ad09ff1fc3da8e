import type { Refusal } from "../rule.js";
import { badRequest, from, groupOf } from "./make.js";
import { body, smallest } from "./samples.js";

const probed = from("4.3", "third-party-probe");

const unfound = (message: string): Refusal => ({ ...badRequest(message), status: 404 });

/** What is refused because it is not stored. */
export const stateRules = groupOf("State", [
  {
    id: "previous-response",
    what: "An earlier response that is continued exists.",
    refused: body({ previous_response_id: "resp_gone" }),
    taken: smallest,
    refusal: badRequest(
      "Previous response with id 'resp_gone' not found.",
      "previous_response_id",
      "previous_response_not_found",
    ),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "conversation",
    what: "A conversation that is continued exists.",
    refused: body({ conversation: "conv_gone" }),
    taken: smallest,
    refusal: unfound("Conversation with id 'conv_gone' not found."),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "prompt",
    what: "A stored prompt exists.",
    refused: body({ prompt: { id: "pmpt_gone" } }),
    taken: smallest,
    refusal: unfound("Prompt with id 'pmpt_gone' not found."),
    lenient: "refuses",
    source: probed,
  },
]);
