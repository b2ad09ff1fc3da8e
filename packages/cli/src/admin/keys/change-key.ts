import { print } from "../../terminal/print.js";
import type { AdminOptions, KeyMembers } from "../options.js";
import { withClient } from "../target.js";
import type { KeyBody } from "../wire/bodies.js";
import { pathOfKey } from "./path-of-key.js";
import { renderKey } from "./render-key.js";
import { toKeyBody } from "./to-body.js";

/** Changes a key and prints it. */
export async function changeKey(
  id: string,
  { json, ...options }: KeyMembers & AdminOptions,
): Promise<void> {
  await withClient(options, async (client) => {
    const body = toKeyBody(options);
    const key = await client.ask<KeyBody>({ method: "PATCH", path: pathOfKey(id), body });
    print(json, key, () => renderKey(key));
  });
}
