import assert from "node:assert/strict";
import { once } from "node:events";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createMemoryLedger, createService, defineModel } from "@diglot/core";
import { adminEndpoints } from "@diglot/core/accounts";
import { useService } from "./built/client.js";

const credential = "credential-of-an-administrator";
const keys = createMemoryKeys([]);
const ledger = createMemoryLedger();
const polite = defineModel("polite", async function* () {
  yield "Good day!";
});
const endpoints = adminEndpoints({ credential, keys, ledger });
const server = createHttpServer(createService({ models: [polite], keys, ledger, endpoints }));
await once(server.listen(0, "127.0.0.1"), "listening");

const seen = await useService(`http://127.0.0.1:${server.address().port}`, credential);
server.close();
assert.deepEqual(seen.slice(0, 3), ["ada", "Good day!", "Good day!"]);
assert.match(seen[3] ?? "", /unknown/);
console.log("openapi-client: both formats, an error, and an endpoint of administrators");
