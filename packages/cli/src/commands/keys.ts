import type { Command } from "commander";
import type {
  AdminOptions,
  CreateKeyOptions,
  KeyMembers,
  ListKeysOptions,
  RevokeKeyOptions,
  RotateKeyOptions,
} from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addLimitOptions } from "./options/limits.js";
import { addTarget } from "./options/target.js";
import { collect, readDuration, readExpiry } from "./options/values.js";

/** Adds `diglot keys`. */
export function addKeys(program: Command): void {
  const keys = program
    .command("keys")
    .helpGroup(administration)
    .description("list, create, change, rotate and revoke the keys of callers");
  addReading(keys);
  addWriting(keys);
}

function addReading(keys: Command): void {
  addTarget(keys.command("list"))
    .description("list the issued keys with their last use and this month's usage")
    .option("-a, --account <id>", "only the keys of this account")
    .action(async (given: ListKeysOptions) => {
      const { listKeys } = await import("../admin/keys/list-keys.js");
      await listKeys(given);
    });
  addTarget(keys.command("show"))
    .argument("<id>", "the id of the key")
    .description("show a key with its limits and budgets")
    .action(async (id: string, given: AdminOptions) => {
      const { showKey } = await import("../admin/keys/show-key.js");
      await showKey(id, given);
    });
}

function addWriting(keys: Command): void {
  addMembers(addTarget(keys.command("create")))
    .description("issue a key and print its secret, which is shown only once")
    .requiredOption("-a, --account <id>", "the account that pays")
    .action(async (given: CreateKeyOptions) => {
      const { createKey } = await import("../admin/keys/create-key.js");
      await createKey(given);
    });
  addMembers(addTarget(keys.command("change")))
    .argument("<id>", "the id of the key")
    .description("change a key but keep its secret; options you leave out change nothing")
    .action(async (id: string, given: KeyMembers & AdminOptions) => {
      const { changeKey } = await import("../admin/keys/change-key.js");
      await changeKey(id, given);
    });
  addTarget(keys.command("rotate"))
    .argument("<id>", "the id of the key")
    .description("give a key a new secret and print it; it is shown only once")
    .option(
      "--overlap <duration>",
      "how long the old secret keeps working, such as 24h (default: not at all)",
      readDuration,
    )
    .action(async (id: string, given: RotateKeyOptions) => {
      const { rotateKey } = await import("../admin/keys/rotate-key.js");
      await rotateKey(id, given);
    });
  addTarget(keys.command("revoke"))
    .argument("<id>", "the id of the key")
    .description("revoke a key permanently, after asking for confirmation")
    .option("-y, --yes", "do not ask for confirmation")
    .action(async (id: string, given: RevokeKeyOptions) => {
      const { revokeKey } = await import("../admin/keys/revoke-key.js");
      await revokeKey(id, given);
    });
}

function addMembers(command: Command): Command {
  const named = command
    .option("-n, --name <text>", "a name for people")
    .option(
      "-m, --model <id>",
      "allow only this model; repeat it for several; all allows every model",
      collect,
    )
    .option(
      "--expires <when>",
      "a day, a time, a duration from now such as 90d, or never",
      readExpiry,
    );
  return addLimitOptions(named);
}
