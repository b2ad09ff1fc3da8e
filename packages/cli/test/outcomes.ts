import type { Outcome } from "../src/doctor/outcome.js";
import type { SmallReply } from "../src/doctor/wire/small-reply.js";

/** An outcome with a reply that ended by itself, with these members. */
export function replied(members: Partial<SmallReply> = {}): Outcome {
  const reply: SmallReply = {
    text: "Hello!",
    calls: [],
    reasoningIn: [],
    finish: "stop",
    isCut: false,
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: undefined,
    choices: 1,
    hasLogprobs: false,
    ...members,
  };
  return { kind: "replied", reply };
}

/** An outcome in which the server blamed the request. */
export const refused: Outcome = { kind: "refused", status: 400, words: "400 not that" };

/** An outcome that says nothing. */
export const failed: Outcome = { kind: "failed", words: "no answer within 60 s" };
