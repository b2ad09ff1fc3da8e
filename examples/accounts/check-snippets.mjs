// The programs about accounts in the documentation run as they are shown there.
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
    const budgets = await import("./snippets/budgets.mjs");
    assert.equal((await budgets.ledger.budgets("team-a")).length, 2);
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
    await checkGateway();
    const { model } = await import("./snippets/prices.mjs");
    assert.equal(model.id, "large");
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
}

/** An administrator issues a key and credits its account; the key then sees both models and its balance. */
async function checkGateway() {
  process.env.PORT = "0";
  const { close, service } = await import("./snippets/gateway.mjs");
  /** @param {string} path @param {object} body */
  const post = async (path, body) => {
    const response = await service.request(path, {
      method: "POST",
      headers: { "x-api-key": "an-admin-credential", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json();
  };
  const { secret } = await post("/admin/keys", { account_id: "team-a" });
  await post("/admin/accounts/team-a/credits", { id: "invoice-1", usd: "10.00" });
  const headers = { authorization: `Bearer ${secret}` };
  const models = await (await service.request("/v1/models", { headers })).json();
  assert.deepEqual(
    models.data.map((/** @type {{ id: string }} */ { id }) => id),
    ["large", "small"],
  );
  const balance = await (await service.request("/v1/balance", { headers })).json();
  assert.equal(balance.available_usd, "10.000000000");
  await close();
}
