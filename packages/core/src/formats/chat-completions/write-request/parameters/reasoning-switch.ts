import type { JsonObject } from "../../../../json/value.js";
import type { ChatCompletionsUpstreamCapabilities } from "../../wire/capabilities.js";

/** The members that switch thinking off, if the upstream has any. */
export function toOff(capabilities: ChatCompletionsUpstreamCapabilities): JsonObject | undefined {
  const { reasoningControl, effortLevels, thinkingModes } = capabilities;
  if (reasoningControl === "reasoning_effort") {
    return effortLevels.includes("none") ? { reasoning_effort: "none" } : undefined;
  }
  if (!thinkingModes.includes("disabled")) return undefined;
  switch (reasoningControl) {
    case "thinking":
      return { thinking: { type: "disabled" } };
    case "chat_template_kwargs":
      return { chat_template_kwargs: { enable_thinking: false } };
    case "reasoning":
      return { reasoning: { enabled: false } };
    case "none":
      return undefined;
  }
}

/** The members that switch thinking on, if the upstream has any. */
export function toOn({
  reasoningControl,
  thinkingModes,
}: ChatCompletionsUpstreamCapabilities): JsonObject | undefined {
  const mode = thinkingModes.find((known) => known !== "disabled");
  if (mode === undefined) return undefined;
  switch (reasoningControl) {
    case "thinking":
      return { thinking: { type: mode } };
    case "chat_template_kwargs":
      return { chat_template_kwargs: { enable_thinking: true } };
    case "reasoning":
      return { reasoning: { enabled: true } };
    case "reasoning_effort":
    case "none":
      return undefined;
  }
}
