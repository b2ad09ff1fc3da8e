import { type Command, Option } from "commander";
import { readLimit } from "./values.js";

/** Adds an option for each limit. */
export function addLimitOptions(command: Command): Command {
  const limits = {
    "requests-per-minute": "how many requests may be sent each minute",
    "input-tokens-per-minute": "how many tokens may be sent each minute",
    "output-tokens-per-minute": "how many tokens may come back each minute",
    "concurrent-requests": "how many requests may run at once",
  };
  for (const [flag, what] of Object.entries(limits)) {
    const option = new Option(`--${flag} <number>`, `${what}; none removes the limit`);
    command.addOption(option.argParser(readLimit));
  }
  return command;
}
