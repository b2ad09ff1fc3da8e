import { basename } from "node:path";

/** A tool that is known by the command or the package that starts it. */
export interface KnownTool {
  readonly commands: readonly string[];
}

/** A known tool, and where in its call the arguments of the tool begin. */
export interface Recognized<Tool> {
  readonly tool: Tool;
  /** The index after the name of the tool. */
  readonly position: number;
}

/** Commands that start the tool that their arguments name. */
const runners: ReadonlySet<string> = new Set(["npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun"]);

/**
 * Finds the tool that a call starts, by its command or by the package that a runner of packages starts:
 * `npx -y @anthropic-ai/claude-code@latest`.
 */
export function recognize<Tool extends KnownTool>(
  [command = "", ...args]: readonly string[],
  tools: readonly Tool[],
): Recognized<Tool> | undefined {
  const find = (name: string) => tools.find(({ commands }) => commands.includes(name));
  const name = toCommandName(command);
  const tool = find(name);
  if (tool) return { tool, position: 1 };
  if (!runners.has(name)) return undefined;
  const index = args.findIndex((argument) => find(toPackageName(argument)));
  const started = find(toPackageName(args[index] ?? ""));
  return started && { tool: started, position: index + 2 };
}

/** `/usr/bin/claude` and `claude.cmd` are `claude`. */
function toCommandName(command: string): string {
  return basename(command).replace(/\.(?:exe|cmd|bat|ps1|[cm]?js)$/i, "");
}

/** `@scope/name@1.2.3` is `@scope/name`. */
function toPackageName(argument: string): string {
  return argument.replace(/(?<=.)@.*$/, "");
}
