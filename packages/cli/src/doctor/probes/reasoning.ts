import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import type { Outcome } from "../outcome.js";
import type { SmallRequest } from "../wire/small-request.js";
import { judgeAcceptance } from "./acceptance.js";
import { type Finding, judgeOne, judgeReply, no, type Probe, unclear, yes } from "./probe.js";

const prompt = "What is 17 times 3?";
/** No service knows this word, so a server that accepts it does not read the member. */
const nonsense = "no-such-value";
/** The least budget that services accept, and room for a reply after it. */
const budget = 1024;
const withBudget = budget + 256;

/** Some models reason only on request, so a second reply is asked for. A server that refuses it is judged by the first. */
function visibleProbe(
  format: UpstreamFormatName,
  members: NonNullable<SmallRequest["members"]>,
): Probe {
  return {
    id: "reasoning",
    title: "Reasoning",
    formats: [format],
    requests: [{ prompt }, { prompt, members }],
    judge: (outcomes) => {
      const found = reasoningIn(outcomes);
      return found.length > 0
        ? yes(`in ${found.join(", ")}`, found)
        : judgeOne(outcomes[0], () => no("no member of the reply has any"));
    },
  };
}

function effortProbe(
  format: UpstreamFormatName,
  levels: readonly string[],
  toMembers: (level: string) => NonNullable<SmallRequest["members"]>,
): Probe {
  const requests = [nonsense, ...levels].map((level) => ({ prompt, members: toMembers(level) }));
  return {
    id: "effort",
    title: "Effort levels",
    formats: [format],
    requests,
    judge: ([ofNonsense, ...outcomes]) => judgeLevels(levels, outcomes, ofNonsense),
  };
}

/** Levels count if nonsense is refused, or if their replies show that they were read. */
function judgeLevels(
  levels: readonly string[],
  outcomes: readonly Outcome[],
  ofNonsense: Outcome | undefined,
): Finding {
  const accepted = levels.filter((_, index) => outcomes[index]?.kind === "replied");
  const reasons = outcomes.find(({ kind }) => kind !== "replied");
  if (accepted.length === 0) return judgeNone(reasons);
  if (ofNonsense?.kind === "refused" || differs(levels, outcomes)) {
    return yes(accepted.join(", "), accepted);
  }
  return unclear("accepted, but so is a nonsensical level");
}

function judgeNone(outcome: Outcome | undefined): Finding {
  if (outcome?.kind === "refused") return no(`refused: ${outcome.words}`);
  return unclear(outcome?.kind === "failed" ? outcome.words : "nothing was asked");
}

/** Whether it reasons at some levels, but not at the level `none`. */
function differs(levels: readonly string[], outcomes: readonly Outcome[]): boolean {
  const isNone = (_: Outcome, index: number) => levels[index] === "none";
  const atNone = outcomes.filter(isNone);
  const others = outcomes.filter((outcome, index) => !isNone(outcome, index));
  return (
    atNone.some(({ kind }) => kind === "replied") &&
    reasoningIn(atNone).length === 0 &&
    reasoningIn(others).length > 0
  );
}

function reasoningIn(outcomes: readonly Outcome[]): readonly string[] {
  const fields = outcomes.flatMap((outcome) =>
    outcome.kind === "replied" ? outcome.reply.reasoningIn : [],
  );
  return [...new Set(fields)];
}

function thinkingProbe(mode: string, title: string, thinking: object): Probe {
  return {
    id: `thinking_${mode}`,
    title,
    formats: ["messages"],
    requests: [{ prompt, maxTokens: withBudget, members: { thinking } }],
    judge: judgeReply(({ reasoningIn: blocks }) =>
      blocks.length > 0
        ? yes(`in a block of type ${blocks.join(", ")}`)
        : unclear("accepted, but no reasoning came"),
    ),
  };
}

const disabled: Probe = {
  id: "thinking_disabled",
  title: "Thinking off",
  formats: ["messages"],
  requests: [
    { prompt, members: { thinking: { type: "disabled" } } },
    { prompt, members: { thinking: { type: nonsense } } },
  ],
  judge: (outcomes) =>
    reasoningIn(outcomes.slice(0, 1)).length > 0
      ? no("reasoning came all the same")
      : judgeAcceptance(outcomes),
};

/** How it reasons. */
export const reasoning: readonly Probe[] = [
  visibleProbe("chat-completions", { reasoning_effort: "high" }),
  visibleProbe("responses", {
    reasoning: { effort: "high", summary: "auto" },
    include: ["reasoning.encrypted_content"],
  }),
  effortProbe("chat-completions", ["none", "minimal", "low", "medium", "high"], (level) => ({
    reasoning_effort: level,
  })),
  effortProbe("responses", ["none", "minimal", "low", "medium", "high", "xhigh"], (effort) => ({
    reasoning: { effort },
  })),
  thinkingProbe("enabled", "Thinking with a budget", { type: "enabled", budget_tokens: budget }),
  thinkingProbe("adaptive", "Adaptive thinking", { type: "adaptive" }),
  disabled,
  effortProbe("messages", ["low", "medium", "high", "xhigh", "max"], (effort) => ({
    output_config: { effort },
  })),
];
