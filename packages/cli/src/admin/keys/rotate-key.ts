import { print } from "../../terminal/print.js";
import { keyPath } from "../client/paths.js";
import type { RotateKeyOptions } from "../options.js";
import { withClient } from "../target.js";
import type { IssuedKeyBody } from "../wire/bodies.js";
import { renderIssued } from "./render-key.js";

/** Gives a key a new secret and prints it. */
export async function rotateKey(
  id: string,
  { overlap, json, ...target }: RotateKeyOptions,
): Promise<void> {
  await withClient(target, async (client) => {
    const key = await client.ask<IssuedKeyBody>({
      method: "POST",
      path: `${keyPath(id)}/rotate`,
      body: { overlap_seconds: overlap },
    });
    print<"keys rotate">(json, key, () => renderIssued(key));
  });
}
