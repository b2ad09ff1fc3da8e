import type { OwnRule } from "../chat-completions/make.js";
import { badRequest, from, groupOf, outOfRange, tooLong, unknown, wrongValue } from "./make.js";
import { body } from "./samples.js";

const probed = from("4.3", "third-party-probe");
const refusedByTypes = from("4.3", "sdk-types", "third-party-probe");
const commented = from("1.2", "sdk-comments");
const typed = from("1.2", "sdk-types");

/** A word that a member does not take. */
function word(
  id: string,
  place: string,
  toMembers: (value: string) => Readonly<Record<string, unknown>>,
  values: readonly [string, ...string[]],
): OwnRule {
  return {
    id,
    what: `\`${place}\` is one of the words that are known.`,
    refused: body(toMembers("bogus")),
    taken: body(toMembers(values[0])),
    refusal: wrongValue(place, "bogus", values),
    lenient: "refuses",
    source: refusedByTypes,
  };
}

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "value"]));

/** What is refused in other members. */
export const parameterRules = groupOf("Parameters", [
  word("include-value", "include[0]", (value) => ({ include: [value] }), [
    "file_search_call.results",
    "web_search_call.results",
    "web_search_call.action.sources",
    "message.input_image.image_url",
    "computer_call_output.output.image_url",
    "code_interpreter_call.outputs",
    "reasoning.encrypted_content",
    "message.output_text.logprobs",
  ]),
  word("verbosity-value", "text.verbosity", (value) => ({ text: { verbosity: value } }), [
    "low",
    "medium",
    "high",
  ]),
  word("effort-value", "reasoning.effort", (value) => ({ reasoning: { effort: value } }), [
    "none",
    "minimal",
    "low",
    "medium",
    "high",
    "xhigh",
    "max",
  ]),
  word("truncation-value", "truncation", (value) => ({ truncation: value }), ["auto", "disabled"]),
  {
    ...word(
      "cache-retention-value",
      "prompt_cache_retention",
      (value) => ({
        prompt_cache_retention: value,
      }),
      ["in_memory", "24h"],
    ),
    lenient: "takes",
    source: typed,
  },
  {
    ...word(
      "cache-mode-value",
      "prompt_cache_options.mode",
      (mode) => ({
        prompt_cache_options: { mode },
      }),
      ["implicit", "explicit"],
    ),
    lenient: "takes",
    source: typed,
  },
  {
    ...word("reasoning-mode-value", "reasoning.mode", (mode) => ({ reasoning: { mode } }), [
      "standard",
      "pro",
    ]),
    lenient: "takes",
    source: from("1.7", "sdk-comments"),
  },
  {
    id: "metadata-pairs",
    what: "Metadata has at most 16 pairs.",
    refused: body({ metadata: pairs(17) }),
    taken: body({ metadata: pairs(16) }),
    refusal: badRequest(
      "Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with 17 properties instead.",
      "metadata",
      "object_above_max_properties",
    ),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "temperature-range",
    what: "The temperature is at most 2.",
    refused: body({ temperature: 2.5 }),
    taken: body({ temperature: 2 }),
    refusal: outOfRange("temperature", "decimal", "above", 2, "2.5"),
    lenient: "refuses",
    source: from("1.2", "third-party-probe"),
  },
  {
    id: "max-output-tokens",
    what: "The limit of tokens is at least 16.",
    refused: body({ max_output_tokens: 15 }),
    taken: body({ max_output_tokens: 16 }),
    refusal: outOfRange("max_output_tokens", "integer", "below", 16, "15"),
    lenient: "refuses",
    source: probed,
  },
  {
    id: "generate-summary",
    what: "`reasoning.generate_summary` is declared in the types, and refused.",
    refused: body({ reasoning: { generate_summary: "auto" } }),
    taken: body({ reasoning: { summary: "auto" } }),
    refusal: unknown("reasoning.generate_summary"),
    lenient: "takes",
    source: from("1.7", "third-party-probe", "chosen"),
  },
  {
    id: "include-usage",
    what: "Usage always comes; `stream_options.include_usage` is not known.",
    refused: body({ stream: true, stream_options: { include_usage: true } }),
    taken: body({ stream: true, stream_options: { include_obfuscation: false } }),
    refusal: unknown("stream_options.include_usage"),
    lenient: "takes",
    source: from("1.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "stream-options",
    what: "`stream_options` is only for streams.",
    refused: body({ stream_options: { include_obfuscation: false } }),
    taken: body({ stream: true, stream_options: { include_obfuscation: false } }),
    refusal: badRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      "stream_options",
    ),
    lenient: "takes",
    source: from("1.2", "third-party-probe", "inferred"),
  },
  {
    id: "safety-identifier-length",
    what: "The `safety_identifier` has at most 128 characters.",
    refused: body({ safety_identifier: "i".repeat(129) }),
    taken: body({ safety_identifier: "i".repeat(128) }),
    refusal: tooLong("safety_identifier", "string", 128, 129),
    lenient: "takes",
    source: commented,
  },
  {
    id: "prompt-cache-key-length",
    what: "The `prompt_cache_key` has at most 64 characters.",
    refused: body({ prompt_cache_key: "k".repeat(65) }),
    taken: body({ prompt_cache_key: "k".repeat(64) }),
    refusal: tooLong("prompt_cache_key", "string", 64, 65),
    lenient: "takes",
    source: from("1.2", "inferred"),
  },
]);
