import type { Argument, Command, Option } from "commander";

/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly word: string;
  /** A few words about it, for a list; may be empty. */
  readonly meaning: string;
}

/** Where a word stands. */
interface Place {
  /** Absent for a word that belongs to another program, such as the tool of `diglot run`. */
  readonly command: Command | undefined;
  /** The option whose value the word is. */
  readonly option?: Option | undefined;
}

/**
 * What the last of these words may become. Nothing if it may be any word, such as the name of a file.
 * @param words those behind `diglot` up to the cursor; the last one may be empty
 */
export function findCandidates(program: Command, words: readonly string[]): readonly Candidate[] {
  const parts = words.flatMap(splitAssignment);
  const typed = parts.at(-1) ?? "";
  const place = parts.slice(0, -1).reduce(follow, { command: program });
  const found = listWords(place, typed).filter(({ word }) => word.startsWith(typed));
  const name = (words.at(-1) ?? "").slice(0, -typed.length || undefined);
  return name.endsWith("=") && name !== "=" ? found.map((one) => addName(name, one)) : found;
}

/** `--log=json` is an option and its value. Bash has made three words of it already. */
function splitAssignment(word: string, index: number, words: readonly string[]): readonly string[] {
  if (word === "=") return index === words.length - 1 ? [""] : [];
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  return name === undefined || value === undefined ? [word] : [name, value];
}

/** A shell that has one word for an option and its value puts one word in its place. */
function addName(name: string, { word, meaning }: Candidate): Candidate {
  return { word: name + word, meaning };
}

/** The place behind a word. */
function follow({ command, option }: Place, word: string): Place {
  if (!command || word === "--") return { command: undefined };
  if (option) return { command };
  const named = command.options.find(({ short, long }) => word === short || word === long);
  if (named) return { command, option: named.required ? named : undefined };
  const inner = command.commands.find((one) => one.name() === word);
  if (inner) return { command: inner };
  return { command: word.startsWith("-") || !takesAll(command) ? command : undefined };
}

/** Whether a command hands everything behind its first word to another program. */
function takesAll({ registeredArguments }: Command): boolean {
  return registeredArguments.length > 1 && registeredArguments.at(-1)?.variadic === true;
}

function listWords({ command, option }: Place, typed: string): readonly Candidate[] {
  if (!command) return [];
  if (option) return toValues(option);
  const help = command.createHelp();
  if (typed.startsWith("-")) return help.visibleOptions(command).map(toFlag);
  const commands = help.visibleCommands(command).map(toCommand);
  return [...commands, ...command.registeredArguments.flatMap(toValues)];
}

function toValues({ argChoices = [] }: Argument | Option): readonly Candidate[] {
  return argChoices.map((word) => ({ word, meaning: "" }));
}

function toFlag({ long, short, description }: Option): Candidate {
  return { word: long ?? short ?? "", meaning: description };
}

function toCommand(command: Command): Candidate {
  return { word: command.name(), meaning: command.description() };
}
