import { print } from "../../terminal/print.js";
import type { CreateKeyOptions } from "../options.js";
import { withClient } from "../target.js";
import type { IssuedKeyBody } from "../wire/bodies.js";
import { renderIssued } from "./render-key.js";
import { toKeyBody } from "./to-body.js";

/** Issues a key and prints it with its secret. */
export async function createKey({ account, json, ...options }: CreateKeyOptions): Promise<void> {
  await withClient(options, async (client) => {
    const body = { account_id: account, ...toKeyBody(options) };
    const key = await client.ask<IssuedKeyBody>({ method: "POST", path: "/keys", body });
    print<"keys create">(json, key, () => renderIssued(key));
  });
}
