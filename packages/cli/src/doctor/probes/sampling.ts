import { judgeAcceptance } from "./acceptance.js";
import type { Probe } from "./probe.js";

const prompt = "Say hello.";

function accepts(id: string, title: string, sensible: object, nonsense: object): Probe {
  return {
    id,
    title,
    requests: [
      { prompt, members: { ...sensible } },
      { prompt, members: { ...nonsense } },
    ],
    judge: judgeAcceptance,
  };
}

/** Which sampling parameters it takes. */
export const sampling: readonly Probe[] = [
  accepts("temperature", "temperature", { temperature: 0.5 }, { temperature: "warm" }),
  accepts(
    "temperature_and_top_p",
    "temperature with top_p",
    { temperature: 0.5, top_p: 0.9 },
    { temperature: 0.5, top_p: "some" },
  ),
  {
    ...accepts("top_k", "top_k", { top_k: 40 }, { top_k: "some" }),
    formats: ["messages", "chat-completions"],
  },
];
