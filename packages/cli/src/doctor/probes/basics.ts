import type { SmallRequest } from "../wire/small-request.js";
import { judgeReply, no, type Probe, quote, unclear, yes } from "./probe.js";

/** The tokens to which the long answer is limited. */
const limit = 16;
/** Some servers count a token more; much more means that the limit is not known. */
const tolerance = 4;

/** Longer than the limit itself, so that even a model which repeats it is cut. */
const longAnswer =
  "Write the numbers from one to forty as words, separated by commas, and leave none of them out.";

const judgeLimit = judgeReply(({ isCut, finish, outputTokens }) => {
  const count = outputTokens === undefined ? "no count of tokens" : `${outputTokens} tokens`;
  if (isCut && (outputTokens ?? 0) <= limit + tolerance) return yes(`cut after ${count}`);
  if ((outputTokens ?? 0) > limit + tolerance) return no(`${count} came instead of ${limit}`);
  return unclear(`the reply was short: ${count}, ended with ${finish ?? "no reason"}`);
});

/** Limits the reply with a member of that name. */
function limitWith(name: string, formats: NonNullable<Probe["formats"]>): Probe {
  const members = { max_tokens: undefined, max_completion_tokens: undefined, [name]: limit };
  return {
    id: name,
    title: `Limit ${name}`,
    formats,
    requests: [{ prompt: longAnswer, members }],
    judge: judgeLimit,
  };
}

/** The limits of a reply. */
export const limitProbes = {
  maxTokens: limitWith("max_tokens", ["messages", "chat-completions"]),
  maxCompletionTokens: limitWith("max_completion_tokens", ["chat-completions"]),
  maxOutputTokens: limitWith("max_output_tokens", ["responses"]),
} as const satisfies Readonly<Record<string, Probe>>;

/** Whether it answers at all. */
export const answer: Probe = {
  id: "answer",
  title: "Answers",
  requests: [{ prompt: "Say hello." }],
  judge: judgeReply((reply) =>
    reply.text.trim() === "" ? no("an empty text came") : yes(`said ${quote(reply)}`),
  ),
};

/** The word after which the reply must end, and the last word of the question, for models that repeat it. */
const stops = ["five", "forty"];

const stopRequest: SmallRequest = { prompt: longAnswer, stop: stops };

const stop: Probe = {
  id: "stop",
  title: "Stop sequences",
  formats: ["messages", "chat-completions"],
  requests: [stopRequest],
  judge: judgeReply((reply) => {
    const words = reply.text.toLowerCase();
    if (stops.some((word) => words.includes(word))) return no(`went on: ${quote(reply)}`);
    if (/\bone\b/.test(words) && !reply.isCut) return yes(`ended before the word: ${quote(reply)}`);
    return unclear(`said ${quote(reply)}`);
  }),
};

const choices: Probe = {
  id: "choices",
  title: "Several choices (n)",
  formats: ["chat-completions"],
  requests: [{ prompt: "Say hello.", members: { n: 2 } }],
  judge: judgeReply(({ choices: count }) =>
    count === 2 ? yes("2 choices came") : no(`${count} came instead of 2`),
  ),
};

const logprobs: Probe = {
  id: "logprobs",
  title: "Log probabilities",
  formats: ["chat-completions"],
  requests: [{ prompt: "Say hello.", members: { logprobs: true, top_logprobs: 1 } }],
  judge: judgeReply(({ hasLogprobs }) =>
    hasLogprobs ? yes("they came with the reply") : no("the reply has none"),
  ),
};

/** What a reply is made of. */
export const basics: readonly Probe[] = [stop, choices, logprobs];
