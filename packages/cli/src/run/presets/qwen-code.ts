import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Preset, Variables, Workspace } from "./preset.js";

/** Qwen Code, which speaks both formats and must be told which. */
export const qwenCode: Preset = {
  name: "qwen-code",
  commands: ["qwen", "@qwen-code/qwen-code"],
  contextSetting: {
    name: "model.generationConfig.contextWindowSize",
    source: "https://github.com/QwenLM/qwen-code/blob/main/docs/users/configuration/settings.md",
  },
  setUp: ({ format, model, contextWindows }, workspace) => ({
    args: ["--auth-type", format === "messages" ? "anthropic" : "openai", "--model", model],
    variables: toWindow(contextWindows.get(model), workspace),
  }),
};

/** The variable that names the file of defaults, which all other settings override. */
const defaultsPath = "QWEN_CODE_SYSTEM_DEFAULTS_PATH";

/** A user who has defaults of their own keeps them. */
function toWindow(
  contextWindowSize: number | undefined,
  { folder, environment }: Workspace,
): Variables {
  if (contextWindowSize === undefined || environment[defaultsPath] !== undefined) return {};
  const file = join(folder, "system-defaults.json");
  writeFileSync(file, JSON.stringify({ model: { generationConfig: { contextWindowSize } } }));
  return { [defaultsPath]: file };
}
