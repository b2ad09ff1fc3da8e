import type { BrokenServer } from "./broken-server.js";
import type { Choice, Json } from "./server.js";
import { inChoices, inChunks } from "./spoil.js";

/** Whether a chunk ends a choice. */
function finishes({ choices }: Json): boolean {
  return (choices as Choice[]).some(({ finish_reason: reason }) => Boolean(reason));
}

/** Servers whose chunks have a defect. */
export const brokenChunks: readonly BrokenServer[] = [
  ["never sends the role", "C051a", () => inChoices(({ delta }) => delete delta.role)],
  [
    "sends the role in every chunk",
    "C051a",
    () => inChoices(({ delta }) => (delta.role = "assistant")),
  ],
  [
    "begins with text",
    "C051a",
    () =>
      inChoices(({ delta }, position) => {
        if (position === 0) delta.content = "Well";
      }),
  ],
  [
    "lacks finish_reason in streams",
    "C051b C051d",
    () => inChoices((choice) => delete choice.finish_reason),
  ],
  [
    "finishes twice",
    "C051b",
    () =>
      inChoices((choice, position) => {
        if (position === 1) choice.finish_reason = "stop";
      }),
  ],
  [
    "finishes before its last choice",
    "C051b",
    () =>
      inChoices((choice, position) => {
        choice.finish_reason = position === 1 ? "stop" : null;
      }),
  ],
  [
    "ends with text",
    "C051b",
    () =>
      inChoices((choice) => {
        if (choice.finish_reason) choice.delta.content = ".";
      }),
  ],
  [
    "finishes only the first choice",
    "C060",
    () =>
      inChoices((choice) => {
        if (choice.index === 1) choice.finish_reason = null;
      }),
  ],
  [
    "has another id in each chunk",
    "C051c",
    () => inChunks((chunk, position) => ({ ...chunk, id: `chatcmpl-${position}` })),
  ],
  [
    "has another created in each chunk",
    "C051c",
    () => inChunks((chunk, position) => ({ ...chunk, created: position + 1 })),
  ],
  [
    "has another model in each chunk",
    "C051c",
    () => inChunks((chunk, position) => ({ ...chunk, model: `echo-${position}` })),
  ],
  ["gives chunks no id", "C051c", () => inChunks((chunk) => ({ ...chunk, id: "" }))],
  ["gives chunks no time", "C051c", () => inChunks(({ created, ...chunk }) => chunk)],
  [
    "sends the role of the second choice first",
    "C060",
    () =>
      inChoices((choice) => {
        if (choice.index !== undefined) choice.index = 1 - choice.index;
      }),
  ],
  [
    "sends the usage twice where there are two choices",
    "C060",
    () => inChunks((chunk) => (finishes(chunk) ? { ...chunk, usage: { total_tokens: 1 } } : chunk)),
  ],
  ["lacks object in chunks", "C051c", () => inChunks(({ object, ...chunk }) => chunk)],
  ["lacks the index of choices", "C051d", () => inChoices((choice) => delete choice.index)],
  ["sends usage unasked", "C052", () => inChunks((chunk) => ({ ...chunk, usage: null }))],
  [
    "sends usage unasked in one chunk only, the last",
    "C052",
    () => inChunks((chunk) => (finishes(chunk) ? { ...chunk, usage: null } : chunk)),
  ],
  [
    "sends usage unasked in one chunk only, in the middle",
    "C052",
    () => inChunks((chunk, position) => (position === 1 ? { ...chunk, usage: null } : chunk)),
  ],
  [
    "sends usage with a choice",
    "C053a",
    () =>
      inChunks((chunk) =>
        chunk.usage ? { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: null }] } : chunk,
      ),
  ],
  ["never sends usage", "C053a C053b", () => inChunks(({ usage, ...chunk }) => chunk)],
  [
    "sends usage in each chunk",
    "C053b",
    () => inChunks((chunk) => ({ ...chunk, usage: chunk.usage ?? {} })),
  ],
  [
    "counts the input in its first chunk",
    "C053b",
    () => inChunks((chunk, position) => (position === 0 ? { ...chunk, usage: {} } : chunk)),
  ],
  [
    "counts what was said so far in the chunk that finishes",
    "C053b",
    () => inChunks((chunk) => (finishes(chunk) ? { ...chunk, usage: {} } : chunk)),
  ],
  [
    "lacks the usage key in one chunk only, in the middle",
    "C053b",
    () =>
      inChunks(({ usage, ...chunk }, position) => (position === 1 ? chunk : { ...chunk, usage })),
  ],
  [
    "pads one chunk only, the last, whatever is asked",
    "C054a",
    () => inChunks((chunk) => (finishes(chunk) ? { ...chunk, obfuscation: "ab" } : chunk)),
  ],
  [
    "has error null in one chunk only, the last",
    "C067",
    () => inChunks((chunk) => (finishes(chunk) ? { ...chunk, error: null } : chunk)),
  ],
  [
    "pads chunks whatever is asked",
    "C054a",
    () => inChunks((chunk) => ({ ...chunk, obfuscation: "ab" })),
  ],
  [
    "pads chunks by one character too many",
    "C054b",
    () =>
      inChunks(({ obfuscation, ...chunk }) =>
        obfuscation === undefined ? chunk : { ...chunk, obfuscation: `${obfuscation}x` },
      ),
  ],
  [
    "says all twice",
    "C055",
    () =>
      inChoices(({ delta }) => {
        if (delta.content) delta.content = `${delta.content}${delta.content}`;
      }),
  ],
  ["has error null in chunks", "C067", () => inChunks((chunk) => ({ ...chunk, error: null }))],
  [
    "names another model in streams",
    "C051e",
    () => inChunks((chunk) => ({ ...chunk, model: "gpt" })),
  ],
  [
    "counts other input in streams",
    "C053c",
    () =>
      inChunks((chunk) =>
        chunk.usage
          ? { ...chunk, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }
          : chunk,
      ),
  ],
];
