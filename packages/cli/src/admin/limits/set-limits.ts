import { toPlainLine } from "@diglot/core/redaction";
import { Failure } from "../../terminal/failure.js";
import { print } from "../../terminal/print.js";
import { accountPath } from "../client/paths.js";
import type { AdminOptions, LimitOptions } from "../options.js";
import { withClient } from "../target.js";
import type { AccountLimitsBody } from "../wire/bodies.js";
import { renderLimits } from "./render-limits.js";
import { toLimitsBody } from "./to-limits-body.js";

/** What limits in a store do not touch. */
const note =
  "This holds for keys that were issued. Keys that stand in a configuration, and accounts that it limits, have the limits of the configuration.";

/**
 * Limits all issued keys of an account together, and prints the limits. They replace those that it had.
 * @throws Failure without a limit
 */
export async function setLimits(
  account: string,
  options: LimitOptions & AdminOptions,
): Promise<void> {
  const body = toLimitsBody(options);
  if (body === undefined) {
    throw new Failure("No limit is named.", {
      hint: "Name all that the account is to have, such as --requests-per-minute 600; or remove them: diglot limits remove <account>.",
    });
  }
  await sendLimits(account, body, options);
}

/** Removes the limits of an account; those of its keys stay. */
export async function removeLimits(account: string, options: AdminOptions): Promise<void> {
  await sendLimits(account, {}, options);
}

async function sendLimits(
  account: string,
  body: Readonly<Record<string, number | null>>,
  { json, ...target }: AdminOptions,
): Promise<void> {
  await withClient(target, async (client) => {
    const path = `${accountPath(account)}/limits`;
    const set = await client.ask<AccountLimitsBody>({ method: "POST", path, body });
    print<"limits set" | "limits remove">(json, set, () => {
      const limits = renderLimits(set.limits);
      return limits === ""
        ? `${toPlainLine(`${account} has no limits of its own.`)}\n`
        : `${toPlainLine(`${account} is limited to ${limits}.`)}\n${note}\n`;
    });
  });
}
