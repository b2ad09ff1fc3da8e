import { print } from "../../terminal/print.js";
import { askAll } from "../client/pages.js";
import type { ListKeysOptions } from "../options.js";
import { withClient } from "../target.js";
import type { KeyBody } from "../wire/bodies.js";
import { renderKeys } from "./render-key.js";

/** Prints the keys that were issued, oldest first. */
export async function listKeys({ account, json, ...target }: ListKeysOptions): Promise<void> {
  await withClient(target, async (client) => {
    const list = await askAll<KeyBody>(client, "/keys", { account_id: account });
    print(json, list, () => renderKeys(list.data, process.stdout.columns));
  });
}
