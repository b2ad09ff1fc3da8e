import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { needsBash, needsFish, needsZsh } from "@diglot/test-support/parts/shells";
import { expect, it, onTestFinished } from "vitest";
import { main, newFolder, run } from "./command.js";

/** What a shell writes that runs a script in a folder with a config, and finds the command `diglot`. */
async function runShell(shell: string, options: readonly string[], script: string) {
  const folder = newFolder();
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const call = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
  writeFileSync(join(programs, "diglot"), call, { mode: 0o755 });
  writeFileSync(join(folder, "gateway.json"), "{}");
  const child = spawn(shell, [...options, "-c", script], {
    cwd: folder,
    env: { ...process.env, HOME: folder, PATH: `${programs}${delimiter}${process.env.PATH}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    written += part;
  });
  await once(child, "close");
  return written;
}

it("bash completes commands, options and their values", needsBash, async () => {
  const script = `
    source <(diglot completion bash)
    press() {
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _diglot
      echo "\${COMPREPLY[@]}"
    }
    press diglot ke
    press diglot keys create --acc
    press diglot export --format = c
    press diglot serve gate
    complete -p diglot`;
  expect((await runShell("bash", ["--norc"], script)).split("\n")).toEqual([
    "keys",
    "--account",
    "csv",
    "",
    "complete -o default -F _diglot diglot",
    "",
  ]);
});

it("fish completes commands with what they do, values, and files", needsFish, async () => {
  const script = `
    diglot completion fish | source
    complete -C "diglot ke"
    complete -C "diglot export --format=c"
    complete -C "diglot export --format "
    complete -C "diglot serve gate"`;
  expect((await runShell("fish", ["--no-config"], script)).split("\n")).toEqual([
    "keys\tlist, create, change, rotate and revoke the keys of callers",
    "--format=csv",
    "csv",
    "ndjson",
    "gateway.json",
    "",
  ]);
});

it("zsh completes what is typed on its command line, and files", needsZsh, async () => {
  // The line editor of a second zsh, on a terminal that this one reads.
  const script = `
    zmodload zsh/zpty
    zpty -b shell zsh -f -i
    until_written() {
      local part written=
      while [[ $written != *$1* ]]; do
        zpty -rt shell part 2> /dev/null && written+=$part || sleep 0.02
      done
      print -r -- "completed: $1"
    }
    zpty -w shell "autoload -U compinit; compinit -D -u; source <(diglot completion zsh); print rea''dy"
    until_written ready
    zpty -w -n shell $'diglot keys ro\\t'
    until_written rotate
    zpty -w -n shell $'\\C-Udiglot serve --conf\\tga\\t'
    until_written gateway.json
    zpty -d shell`;
  const written = await runShell("zsh", ["-f"], script);
  expect(written).toBe("completed: ready\ncompleted: rotate\ncompleted: gateway.json\n");
});

it("an unknown shell is refused with those that there are", async () => {
  const { code, stderr } = await run(["completion", "powershell"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Allowed choices are bash, zsh, fish.");
});
