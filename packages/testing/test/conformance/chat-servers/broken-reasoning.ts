import type { BrokenServer } from "./broken-server.js";
import { inChoices, inMessage, inUsage } from "./spoil.js";

/** Servers whose reasoning has a defect. */
export const brokenReasoning: readonly BrokenServer[] = [
  [
    "has null where reasoning took all",
    "C021",
    () => inMessage((message) => (message.content ||= null)),
  ],
  [
    "counts a part of its reasoning only",
    "C021",
    () => inUsage({ completion_tokens_details: { reasoning_tokens: 1 } }),
  ],
  [
    "gives reasoning as a list",
    "C063b",
    () => inMessage((message) => (message.reasoning_content &&= [1])),
  ],
  [
    "sends reasoning after the text",
    "C063a",
    () =>
      inChoices((choice) => {
        if (choice.finish_reason) choice.delta.reasoning_content = "Hm.";
      }),
  ],
  [
    "streams reasoning as lists",
    "C063a",
    () => inChoices(({ delta }) => (delta.reasoning_content &&= [1])),
  ],
];
