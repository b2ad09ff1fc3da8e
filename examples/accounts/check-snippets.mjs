// What the documents show of accounts runs as it stands there.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs the programs of `snippets` in a folder of their own. */
export async function checkSnippets() {
  const [before, folder] = [process.cwd(), await mkdtemp(join(tmpdir(), "diglot-snippets-"))];
  process.env.ADMIN_CREDENTIAL = "an-admin-credential";
  process.chdir(folder);
  try {
    await import("./snippets/keys.mjs");
    const { service } = await import("./snippets/endpoints.mjs");
    const balance = await service.request("/v1/balance", {
      headers: { authorization: "Bearer sk-of-team-a" },
    });
    assert.equal((await balance.json()).limit_usd, "10.000000000");
    await import("./snippets/export.mjs");
    assert.match(await readFile("usage.csv", "utf8"), /^attempt_id,/);
    const { delivery } = await import("./snippets/delivery.mjs");
    await delivery.stop();
    const { ledger, store } = await import("./snippets/outbox.mjs");
    await ledger.close();
    store.close();
    const { model } = await import("./snippets/prices.mjs");
    assert.equal(model.id, "large");
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
}
