import { basename } from "node:path";
import { Failure } from "../../terminal/failure.js";
import type { Preset } from "./preset.js";
import { presets } from "./presets.js";

/** A preset, and where in the call of the tool its arguments belong. */
export interface FoundPreset {
  readonly preset: Preset;
  /** The index after the name of the tool. */
  readonly position: number;
}

/** Commands that start the tool that their arguments name. */
const runners: ReadonlySet<string> = new Set(["npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun"]);

/**
 * The preset that is named, or else that of the tool's command, which a runner of packages may start:
 * `npx -y @anthropic-ai/claude-code@latest`. Absent: the tool gets only the variables that every tool gets.
 * @throws Failure if no preset has this name
 */
export function findPreset(call: readonly string[], name?: string): FoundPreset | undefined {
  const found = recognize(call);
  if (name === undefined) return found;
  const preset = presets.find((one) => one.name === name);
  if (preset) return { preset, position: found?.preset === preset ? found.position : 1 };
  const names = presets.map((one) => one.name).join(", ");
  throw new Failure(`There is no preset ${JSON.stringify(name)}.`, {
    hint: `There are: ${names}.`,
  });
}

function recognize([command = "", ...args]: readonly string[]): FoundPreset | undefined {
  const name = toCommandName(command);
  const preset = ofCommand(name);
  if (preset) return { preset, position: 1 };
  if (!runners.has(name)) return undefined;
  const index = args.findIndex((argument) => ofCommand(toPackageName(argument)));
  const started = ofCommand(toPackageName(args[index] ?? ""));
  return started && { preset: started, position: index + 2 };
}

function ofCommand(name: string): Preset | undefined {
  return presets.find(({ commands }) => commands.includes(name));
}

/** `/usr/bin/claude` and `claude.cmd` are `claude`. */
function toCommandName(command: string): string {
  return basename(command).replace(/\.(?:exe|cmd|bat|ps1|[cm]?js)$/i, "");
}

/** `@scope/name@1.2.3` is `@scope/name`. */
function toPackageName(argument: string): string {
  return argument.replace(/(?<=.)@.*$/, "");
}
