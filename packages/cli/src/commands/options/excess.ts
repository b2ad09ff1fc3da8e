import type { Command, Option } from "commander";
import { likelyName } from "../../discover/nearest-name.js";
import { collect, collectNames } from "./values.js";

/**
 * Makes each word a mistake for which a command has no place, and names the option that was probably
 * meant. Commander would only say how many words it expects.
 */
export function refuseExcess(program: Command): void {
  program.hook("preAction", (_program, command) => {
    if (command === program) return;
    const [word] = findExcess(command);
    if (word === undefined) return;
    const hint = adviseOn(word, command);
    command.error(`error: ${nameOf(command)} has no place for '${word}'${hint && `\n(${hint})`}`);
  });
}

function findExcess({ args, registeredArguments }: Command): readonly string[] {
  return registeredArguments.at(-1)?.variadic ? [] : args.slice(registeredArguments.length);
}

/** The command as it is typed, such as `diglot keys create`. */
function nameOf(command: Command): string {
  const names = command.parent ? [nameOf(command.parent), command.name()] : [command.name()];
  return names.join(" ");
}

function adviseOn(word: string, command: Command): string {
  const option = findRepeated(word, command);
  if (option) return `repeat the option for each value: ${option.long} ${word}`;
  const names = command.options.map(({ long }) => long?.slice(2) ?? "");
  const nearest = names.find((name) => name.startsWith(word)) ?? likelyName(word, names);
  return nearest === undefined ? "" : `Did you mean --${nearest}?`;
}

/** How the values of options that may be repeated are read. */
const repeatable: ReadonlySet<unknown> = new Set([collect, collectNames]);

/** The option that may be repeated, and whose only value so far stands before a word. */
function findRepeated(word: string, { options }: Command): Option | undefined {
  const before = process.argv[process.argv.indexOf(word) - 2];
  const isBefore = ({ short, long }: Option) => before === short || before === long;
  return options.find((option) => isBefore(option) && repeatable.has(option.parseArg));
}
