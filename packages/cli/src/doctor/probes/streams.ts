import type { Outcome } from "../outcome.js";
import type { SmallReply } from "../wire/small-reply.js";
import { type Finding, judgeOne, judgeReply, no, type Probe, unclear, yes } from "./probe.js";

const prompt = "Say hello.";

/** What can be missing at the end of a stream. */
export const missing = { finish: "no reason for its end", terminal: "no terminal event" } as const;

const streaming: Probe = {
  id: "streaming",
  title: "Streaming",
  requests: [{ prompt, stream: true }],
  judge: judgeReply(({ stream, finish }) => {
    if (!stream) return no("a JSON reply came");
    const lacks = [
      ...(finish === undefined ? [missing.finish] : []),
      ...(stream.hasTerminalEvent ? [] : [missing.terminal]),
    ];
    const came = [`${stream.events} events`, ...lacks].join(", ");
    return yes(came, lacks);
  }),
};

const streamUsage: Probe = {
  id: "stream_usage",
  title: "Usage in streams",
  formats: ["chat-completions"],
  requests: [
    { prompt, stream: true },
    { prompt, stream: true, members: { stream_options: { include_usage: true } } },
  ],
  judge: ([plain, asked]) => {
    if (countsIn(plain)) return yes("always", ["always"]);
    if (countsIn(asked)) return yes("if stream_options.include_usage is set", ["include_usage"]);
    return judgeOne(asked, (reply) => judgeUncounted(reply));
  },
};

const finalUsage: Probe = {
  id: "stream_usage",
  title: "Usage in streams",
  formats: ["messages", "responses"],
  requests: [{ prompt, stream: true }],
  judge: judgeReply((reply) =>
    (reply.outputTokens ?? 0) > 0 ? yes("at the end of the stream") : judgeUncounted(reply),
  ),
};

function countsIn(outcome: Outcome | undefined): boolean {
  if (outcome?.kind !== "replied" || !outcome.reply.stream) return false;
  return (outcome.reply.outputTokens ?? 0) > 0;
}

/** Some servers send a count of 0 although the reply says something. */
function judgeUncounted({ stream, outputTokens }: SmallReply): Finding {
  if (!stream) return unclear("no stream came");
  return no(outputTokens === undefined ? "no count came" : "the count is 0");
}

/** How replies are streamed. */
export const streams: readonly Probe[] = [streaming, streamUsage, finalUsage];
