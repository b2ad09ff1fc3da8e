import { win32 } from "node:path";
import { Failure } from "../../terminal/failure.js";

/** What a process is started with. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are complete as they stand, so that nothing more is quoted in them. */
  readonly isVerbatim: boolean;
}

/** What the start of a process depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isFile: (path: string) => boolean;
}

/**
 * How a command of a shell is started without one. Windows itself finds only programs; the tools that npm
 * installs are scripts of its shell (`claude.cmd`), which Node does not start without the shell.
 * @throws Failure for an argument that such a script cannot be given
 */
export function toSpawnable(
  [command = "", ...args]: readonly string[],
  machine: Machine,
): Spawnable {
  const plain = { file: command, args, isVerbatim: false };
  if (machine.platform !== "win32") return plain;
  const file = findCommand(command, machine);
  if (file === undefined) return plain;
  return /\.(?:cmd|bat)$/i.test(file) ? throughShell(file, args, machine) : { ...plain, file };
}

/** A file on the path whose name has an ending of commands. npm puts a script without one beside it. */
function findCommand(command: string, { environment, isFile }: Machine): string | undefined {
  const endings = (readVariable(environment, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";");
  const hasEnding = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  const names = hasEnding ? [command] : endings.map((ending) => command + ending);
  const folders = /[\\/]/.test(command)
    ? [""]
    : (readVariable(environment, "PATH") ?? "").split(";").filter((folder) => folder !== "");
  return folders
    .flatMap((folder) => names.map((name) => (folder === "" ? name : win32.join(folder, name))))
    .find(isFile);
}

/** Names of variables are compared without their case there. */
function readVariable(environment: Machine["environment"], name: string): string | undefined {
  return Object.entries(environment).find(([one]) => one.toUpperCase() === name)?.[1];
}

/** The shell takes off the outer quotation marks, and nothing else, because of `/s`. */
function throughShell(file: string, args: readonly string[], { environment }: Machine): Spawnable {
  if (args.some((argument) => /[\r\n\0]/.test(argument))) {
    throw new Failure(`An argument with a line break cannot be given to ${file}.`, {
      hint: "Windows starts it through its shell. Give the text on standard input, or in a file.",
    });
  }
  const line = [quote(file), ...args.map(quoteIfNeeded)].join(" ");
  return {
    file: readVariable(environment, "COMSPEC") ?? "cmd.exe",
    args: ["/d", "/e:on", "/v:off", "/s", "/c", `"${line}"`],
    isVerbatim: true,
  };
}

function quoteIfNeeded(argument: string): string {
  return /^[\w.:/\\@+-]+$/.test(argument) ? argument : quote(argument);
}

/**
 * An argument that two readers leave as it is. The shell, which reads it twice, because the script passes it
 * on: between quotation marks only `%` means something to it, and `%cd:~,%` is empty, so that no two signs
 * enclose a name. The program: a doubled quotation mark is one, and backslashes in front of one are doubled.
 */
function quote(argument: string): string {
  const escaped = argument.replace(/(\\*)"/g, '$1$1""').replace(/\\+$/, "$&$&");
  return `"${escaped.replaceAll("%", "%%cd:~,%")}"`;
}
