import type { Command } from "commander";
import type { FakeOptions } from "../fake/options.js";
import { testing } from "./options/headings.js";
import { collect, readPort } from "./options/values.js";

/** Adds `diglot fake`. */
export function addFake(program: Command): void {
  program
    .command("fake")
    .argument("<script>", "a file: .json, .js, .mjs or .ts")
    .helpGroup(testing)
    .description("serve a script of turns as a fake of all three APIs")
    .option("-p, --port <number>", "the port; 0 for any that is free", readPort, 0)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("-k, --key <key>", "accept only this key; may be repeated (default: any)", collect)
    .option("--lenient", "accept unknown members, which the real services refuse")
    .option("--inspect", "show the calls in the inspector")
    .action(async (script: string, given: FakeOptions) => {
      const { serveFake } = await import("../fake/serve-fake.js");
      process.exitCode = await serveFake(script, given);
    });
}
