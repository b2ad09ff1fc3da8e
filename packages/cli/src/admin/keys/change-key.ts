import { print } from "../../terminal/print.js";
import { keyPath } from "../client/paths.js";
import type { AdminOptions, KeyMembers } from "../options.js";
import { withClient } from "../target.js";
import type { KeyBody } from "../wire/bodies.js";
import { renderKey } from "./render-key.js";
import { toKeyBody } from "./to-body.js";

/** Changes a key and prints it. */
export async function changeKey(
  id: string,
  { json, ...options }: KeyMembers & AdminOptions,
): Promise<void> {
  await withClient(options, async (client) => {
    const body = toKeyBody(options);
    const key = await client.ask<KeyBody>({ method: "PATCH", path: keyPath(id), body });
    print<"keys change">(json, key, () => renderKey(key));
  });
}
