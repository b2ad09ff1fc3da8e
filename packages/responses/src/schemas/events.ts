import * as z from "zod/mini";
import { anyObject } from "./common.js";
import {
  logprob,
  outputItem,
  outputTextPart,
  reasoningPart,
  refusalOutputPart,
  response,
  responseError,
  summaryPart,
} from "./response.js";

/** The members of events of one item, and of one part of it. */
const ofItem = { item_id: z.string(), output_index: z.int() };
const ofPart = { ...ofItem, content_index: z.int() };
const ofSummary = { ...ofItem, summary_index: z.int() };

function event<Type extends string, Shape extends z.core.$ZodShape>(
  types: readonly [Type, ...Type[]],
  shape: Shape,
) {
  return z.looseObject({ type: z.enum(types), sequence_number: z.int(), ...shape });
}

const part = z.union([outputTextPart, refusalOutputPart, reasoningPart]);

/** The data of one event. Those of raw reasoning have two names, of the vendor and of Open Responses. */
export const streamEvent = z.union([
  event(
    [
      "response.created",
      "response.in_progress",
      "response.completed",
      "response.incomplete",
      "response.failed",
    ],
    { response },
  ),
  event(["response.output_item.added", "response.output_item.done"], {
    output_index: z.int(),
    item: outputItem,
  }),
  event(["response.content_part.added", "response.content_part.done"], { ...ofPart, part }),
  event(["response.output_text.delta"], {
    ...ofPart,
    delta: z.string(),
    logprobs: z.array(logprob),
  }),
  event(["response.output_text.done"], { ...ofPart, text: z.string(), logprobs: z.array(logprob) }),
  event(["response.output_text.annotation.added"], {
    ...ofPart,
    annotation_index: z.int(),
    annotation: anyObject,
  }),
  event(["response.refusal.delta"], { ...ofPart, delta: z.string() }),
  event(["response.refusal.done"], { ...ofPart, refusal: z.string() }),
  event(["response.function_call_arguments.delta", "response.custom_tool_call_input.delta"], {
    ...ofItem,
    delta: z.string(),
  }),
  event(["response.function_call_arguments.done"], { ...ofItem, arguments: z.string() }),
  event(["response.custom_tool_call_input.done"], { ...ofItem, input: z.string() }),
  event(["response.reasoning_summary_part.added", "response.reasoning_summary_part.done"], {
    ...ofSummary,
    part: summaryPart,
  }),
  event(["response.reasoning_summary_text.delta"], { ...ofSummary, delta: z.string() }),
  event(["response.reasoning_summary_text.done"], { ...ofSummary, text: z.string() }),
  event(["response.reasoning_text.delta", "response.reasoning.delta"], {
    ...ofPart,
    delta: z.string(),
  }),
  event(["response.reasoning_text.done", "response.reasoning.done"], {
    ...ofPart,
    text: z.string(),
  }),
  event(
    [
      "response.web_search_call.in_progress",
      "response.web_search_call.searching",
      "response.web_search_call.completed",
    ],
    ofItem,
  ),
  event(["error"], { error: responseError }),
  event(["keepalive"], {}),
]);
