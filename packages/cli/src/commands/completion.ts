import { Argument, type Command } from "commander";
import { type Shell, scripts } from "../completion/scripts.js";
import { write, writeData } from "../terminal/write.js";
import { shells } from "./options/headings.js";

const installation = `
Bash reads it with    source <(diglot completion bash)
zsh with              source <(diglot completion zsh)     after compinit
fish with             diglot completion fish | source

Put the line of your shell into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.`;

/** Adds `diglot completion`, and `diglot complete`, which its scripts call. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .helpGroup(shells)
    .description("print a script that completes commands and options in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .addHelpText("after", installation)
    .action((shell: Shell) => write(process.stdout, scripts[shell]));
  program
    .command("complete", { hidden: true })
    .argument("[words...]", "what is typed behind diglot, up to the cursor")
    .passThroughOptions()
    .action(async (words: readonly string[]) => {
      const { findCandidates } = await import("../completion/find-candidates.js");
      const lines = findCandidates(program, words).map(
        ({ word, meaning }) => `${word}\t${meaning}\n`,
      );
      await writeData(process.stdout, lines.join(""));
    });
}
