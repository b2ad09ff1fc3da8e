import type { Preset } from "./preset.js";

/** Qwen Code, which speaks both formats and must be told which. */
export const qwenCode: Preset = {
  name: "qwen-code",
  commands: ["qwen", "@qwen-code/qwen-code"],
  setUp: ({ format, model }) => ({
    args: ["--auth-type", format === "messages" ? "anthropic" : "openai", "--model", model],
  }),
};
