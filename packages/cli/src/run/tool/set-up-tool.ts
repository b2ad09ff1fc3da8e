import { homedir } from "node:os";
import type { Connection } from "../connection.js";
import type { FoundPreset } from "../presets/find-preset.js";
import { toEnvironment, toVariables } from "./variables.js";

/** How a tool is started. */
export interface ToolCall {
  readonly call: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Ends what the tool has left running. */
  readonly tidyUp: () => Promise<void>;
}

/** Points a tool at the gateway, by the variables of all tools and by its preset, if it has one. */
export function setUpTool(
  call: readonly string[],
  found: FoundPreset | undefined,
  connection: Connection,
  folder: string,
): ToolCall {
  const environment = process.env;
  const workspace = { folder, home: homedir(), environment };
  const { variables = {}, args = [], tidyUp } = found?.preset.setUp(connection, workspace) ?? {};
  const position = found?.position ?? 1;
  return {
    call: [...call.slice(0, position), ...args, ...call.slice(position)],
    environment: toEnvironment(environment, toVariables(connection), variables),
    tidyUp: async () => tidyUp?.(),
  };
}
