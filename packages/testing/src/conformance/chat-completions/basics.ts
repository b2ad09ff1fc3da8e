import type { Check } from "../check.js";
import { equal, isFilled, type Json } from "../expect.js";
import { complete } from "./asking/completion.js";
import { defineChecks } from "./define-checks.js";

/** The optional members of the body that the types of the vendor let be null. */
const nullable =
  "max_completion_tokens max_tokens temperature top_p n stop frequency_penalty presence_penalty logit_bias logprobs top_logprobs seed safety_identifier prompt_cache_key prompt_cache_retention reasoning_effort verbosity stream stream_options modalities audio prediction store metadata service_tier moderation";

/** Those that a client may still send as null. */
const rarelyNull =
  "function_call functions parallel_tool_calls prompt_cache_options response_format tool_choice tools user web_search_options";

const nulls = (names: string): Json =>
  Object.fromEntries(names.split(" ").map((name) => [name, null]));

/** What every server must be able to do. */
export const basicsChecks: readonly Check[] = defineChecks("Basics", [
  [
    "C001a",
    "A minimal request is answered 200 as JSON with a whole chat.completion that ends with stop.",
    async (probe) => {
      const { choices, content, finish } = await complete(probe);
      equal(choices.length, 1, "the number of choices");
      equal(choices[0]?.index, 0, "choices.0.index");
      isFilled(content, "message.content");
      equal(finish, "stop", "finish_reason");
    },
  ],
  [
    "C002a",
    "A request with every optional field null is answered as the minimal request is.",
    async (probe) => equalToMinimal(await complete(probe, nulls(nullable))),
  ],
  [
    "C002b",
    "The fields that the types of the vendor never make null are taken as absent if they are.",
    async (probe) => equalToMinimal(await complete(probe, nulls(rarelyNull))),
  ],
]);

function equalToMinimal({ choices, finish }: Awaited<ReturnType<typeof complete>>): void {
  equal(choices.length, 1, "the number of choices");
  equal(finish, "stop", "finish_reason");
}
