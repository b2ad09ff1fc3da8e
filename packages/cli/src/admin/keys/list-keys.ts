import { print } from "../../terminal/print.js";
import { askAll } from "../client/pages.js";
import type { ListKeysOptions } from "../options.js";
import { withClient } from "../target.js";
import type { KeyBody } from "../wire/bodies.js";
import { askKeyUsage } from "./ask-key-usage.js";
import { renderKeys } from "./render-keys.js";

const unused = { last_used_at: null, month_to_date: null };

/** Prints the keys that were issued, oldest first, with when each was last used and its use of this month. */
export async function listKeys({ account, json, ...target }: ListKeysOptions): Promise<void> {
  await withClient(target, async (client) => {
    const keys = await askAll<KeyBody>(client, "/keys", { account_id: account });
    const now = new Date();
    const usage = await askKeyUsage(client, account, now);
    const data = keys.data.map((key) => ({ ...key, ...(usage.get(key.id) ?? unused) }));
    print<"keys list">(json, { ...keys, data }, () =>
      renderKeys(data, now, process.stdout.columns),
    );
  });
}
