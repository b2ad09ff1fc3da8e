import { homedir } from "node:os";
import type { Connection } from "../connection.js";
import type { FoundPreset } from "../presets/find-preset.js";
import { toEnvironment, toVariables } from "./variables.js";
import { type Withheld, withhold } from "./withhold.js";

/** How a tool is started. */
export interface ToolCall {
  readonly call: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Ends what the tool has left running. */
  readonly tidyUp: () => Promise<void>;
}

/** What a tool is started in. */
export interface ToolSetting {
  readonly connection: Connection;
  /** A new folder for files of its preset. */
  readonly folder: string;
  readonly withheld: Withheld;
}

/**
 * Points a tool at the gateway, by the variables of all tools and by its preset, if it has one. It gets no
 * variable that is withheld, unless one of these two sets it.
 */
export function setUpTool(
  call: readonly string[],
  found: FoundPreset | undefined,
  { connection, folder, withheld }: ToolSetting,
): ToolCall {
  const environment = withhold(process.env, withheld);
  const workspace = { folder, home: homedir(), environment };
  const { variables = {}, args = [], tidyUp } = found?.preset.setUp(connection, workspace) ?? {};
  const position = found?.position ?? 1;
  return {
    call: [...call.slice(0, position), ...args, ...call.slice(position)],
    environment: toEnvironment(environment, toVariables(connection), variables),
    tidyUp: async () => tidyUp?.(),
  };
}
