import {
  dropped,
  isEmpty,
  isOneOf,
  type NativeField,
  noOp,
  refused,
  refusedOrDropped,
} from "@diglot/core/formats";

const isDefault = "It is what happens anyway.";
const noSampler = "The model behind this endpoint does not take this sampling parameter.";
const noService = "The model behind this endpoint has no such service of the vendor.";

type Entry = readonly [field: string, NativeField];

/** Fields of the body. */
const bodyFields: readonly Entry[] = [
  ["presence_penalty", dropped(noSampler, noOp(isDefault, isOneOf(0)))],
  ["frequency_penalty", dropped(noSampler, noOp(isDefault, isOneOf(0)))],
  ["max_tool_calls", dropped("It counts calls that the vendor runs, and there are none.")],
  [
    "metadata",
    dropped("It is shown in the answer and kept nowhere.", noOp("It says nothing.", isEmpty)),
  ],
  ["user", dropped("The newer name of the same field says something else, and counts.")],
  ["prompt_cache_key", dropped("The model behind this endpoint chooses its prompt cache itself.")],
  [
    "prompt_cache_options",
    dropped("The model behind this endpoint chooses its prompt cache itself."),
  ],
  [
    "prompt_cache_retention",
    dropped("The model behind this endpoint takes lifetimes on cache control only."),
  ],
  [
    "text.verbosity",
    dropped(
      "The model behind this endpoint takes no verbosity.",
      noOp(isDefault, isOneOf("medium")),
    ),
  ],
  [
    "truncation",
    refusedOrDropped(
      "Nothing is cut out of a conversation here.",
      noOp(isDefault, isOneOf("disabled")),
    ),
  ],
  [
    "context_management",
    refusedOrDropped(
      "The model behind this endpoint shortens no conversation.",
      noOp("It says nothing.", isEmpty),
    ),
  ],
  ["moderation", refusedOrDropped("The model behind this endpoint moderates nothing on request.")],
  [
    "previous_response_id",
    refused("What the request continues is kept by another service, and unknown here."),
  ],
  ["access_programs", refused(noService)],
  ["image", refused(noService)],
  [
    "tool_choice",
    {
      rule: {
        outcome: "reshaped",
        to: "tools",
        reason: "Only the allowed tools are offered, and the mode is the choice.",
      },
      cases: [],
    },
  ],
  ["reasoning", dropped("The model behind this endpoint does not know all of its members.")],
  ["text", dropped("The model behind this endpoint does not know all of its members.")],
];

/** Fields of items, parts and tools. */
const innerFields: readonly Entry[] = [
  ["input.phase", dropped("The model behind this endpoint makes no such difference.")],
  [
    "input.encrypted_content",
    dropped(
      "Only the model that has sealed this reasoning can read it.",
      noOp("It says nothing.", isOneOf("")),
    ),
  ],
  [
    "input.content.annotations",
    dropped(
      "It tells of an earlier reply and is not for the model.",
      noOp("It says nothing.", isEmpty),
    ),
  ],
  [
    "input.content.logprobs",
    dropped(
      "It tells of an earlier reply and is not for the model.",
      noOp("It says nothing.", isEmpty),
    ),
  ],
  [
    "tools.format",
    {
      rule: {
        outcome: "approximated",
        to: "description",
        reason: "The model reads the grammar; nothing holds its text to it.",
      },
      cases: [noOp(isDefault, (value) => (value as { readonly type?: unknown }).type === "text")],
    },
  ],
  [
    "tools.description",
    dropped("The model behind this endpoint knows no namespaces; its tools have descriptions."),
  ],
  [
    "tools.defer_loading",
    dropped(
      "The model behind this endpoint reads all tools at once.",
      noOp(isDefault, isOneOf(false)),
    ),
  ],
];

/** Every field that only this format knows, by its names joined by dots, without indexes. */
export const nativeFields: ReadonlyMap<string, NativeField> = new Map([
  ...bodyFields,
  ...innerFields,
  // The same members in a namespace, and in an item that declares tools.
  ...["tools.tools", "input.tools", "input.tools.tools"].flatMap((place) =>
    innerFields
      .filter(([field]) => field.startsWith("tools."))
      .map(([field, rule]) => [field.replace("tools", place), rule] as const),
  ),
]);

/** A member that nobody knows. Clients of this format send members of their own, so it is no mistake. */
export const unknownField: NativeField = dropped(
  "The model behind this endpoint does not know this member.",
);
