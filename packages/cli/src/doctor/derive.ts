import type { ChatCompletionsUpstreamCapabilities } from "@diglot/core";
import type { FindingById } from "./found.js";

type Capabilities = ChatCompletionsUpstreamCapabilities;

/** The probes that show a call of a tool. */
const callProbes = ["tools", "stream_tools", "tool_choice_any", "tool_choice_tool"];

/** Whether tools can be called at all: one call is enough, and none is only if each was asked in vain. */
export function deriveTools(found: FindingById): boolean | undefined {
  const results = callProbes.map((id) => found(id)?.result);
  if (results.includes("yes")) return true;
  return results.every((result) => result === "no") ? false : undefined;
}

/** The choices of tools that work; those that are unclear stay. */
export function deriveToolChoice(found: FindingById): Capabilities["toolChoice"] | undefined {
  const ids = { none: "tool_choice_none", any: "tool_choice_any", tool: "tool_choice_tool" };
  const choices = ["none", "any", "tool"] as const;
  const resultOf = (choice: (typeof choices)[number]) => found(ids[choice])?.result ?? "unclear";
  if (!deriveTools(found) || choices.every((choice) => resultOf(choice) === "unclear")) {
    return undefined;
  }
  return ["auto", ...choices.filter((choice) => resultOf(choice) !== "no")];
}

/** Which sampling parameters may be sent. */
export function deriveSampling(found: FindingById): Capabilities["samplingParams"] | undefined {
  const one = found("temperature")?.result;
  const both = found("temperature_and_top_p")?.result;
  if (one === "no") return "none";
  if (one === "yes" && both === "no") return "temperature_or_top_p";
  return one === "yes" && both === "yes" ? "all" : undefined;
}
