import { expect, it } from "vitest";
import type { Conversation } from "../../../../conversation/conversation.js";
import { writeLogprobs } from "./sampling.js";

it.each([
  [{ alternatives: 2 }, { logprobs: true, top_logprobs: 2 }],
  [{ alternatives: 1 }, { logprobs: true, top_logprobs: 1 }],
  [{ alternatives: 0 }, { logprobs: true }],
  [undefined, {}],
])("log probabilities are asked for as a conversation wants them: %j", (logprobs, written) => {
  expect(writeLogprobs({ logprobs } as Conversation)).toEqual(written);
});
