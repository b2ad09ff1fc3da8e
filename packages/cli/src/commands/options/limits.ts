import { type Command, Option } from "commander";
import { readLimit } from "./values.js";

/** Adds an option for each limit. */
export function addLimitOptions(command: Command): Command {
  const limits = {
    "requests-per-minute": "the most requests per minute",
    "input-tokens-per-minute": "the most input tokens per minute",
    "output-tokens-per-minute": "the most output tokens per minute",
    "concurrent-requests": "the most requests at the same time",
  };
  for (const [flag, what] of Object.entries(limits)) {
    const option = new Option(`--${flag} <number>`, `${what}; none removes the limit`);
    command.addOption(option.argParser(readLimit));
  }
  return command;
}
