import { print } from "../../terminal/print.js";
import type { UsageOptions } from "../options.js";
import { withClient } from "../target.js";
import type { UsageListBody } from "../wire/bodies.js";
import { renderUsage } from "./render-usage.js";

/** Prints what was used. */
export async function showUsage(options: UsageOptions): Promise<void> {
  const { by, from, to, account, json, ...target } = options;
  await withClient(target, async (client) => {
    const query = { group_by: by.join(","), start: from, end: to, account_id: account };
    const usage = await client.ask<UsageListBody>({ method: "GET", path: "/usage", query });
    print<"usage">(json, usage, () => renderUsage(usage, by, process.stdout.columns));
  });
}
