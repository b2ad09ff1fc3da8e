// An application whose users have logged in: they call the models without a key.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createExpressMiddleware } from "@diglot/adapter-express";
import { createMemoryLedger, createService, defineModel } from "@diglot/core";
import express from "express";

/** @typedef {{ id: string, name: string, team: string }} User */
/** @typedef {import("express").Request & { user?: User }} AppRequest */

const greeter = defineModel("greeter", async function* ({ caller }) {
  const { name } = /** @type {User} */ (caller.attached);
  yield `Hello, ${name} of ${caller.accountId}.`;
});

const ledger = createMemoryLedger(); // a store keeps it: createSqliteStore, createPostgresStore
const service = createService({
  models: [greeter],
  ledger,
  authenticate({ host: [request] }) {
    const { user } = /** @type {AppRequest} */ (request);
    return user && { id: user.id, accountId: user.team, attached: user };
  },
});

const app = express();
app.use(readSession); // the application's own: sets `request.user`
app.use("/ai", createExpressMiddleware(service));

// What each user of a team has used in the last 30 days: `keyId` is the `id` that `authenticate` returned.
app.get("/usage", async (request, response) => {
  const { user } = /** @type {AppRequest} */ (request);
  if (!user) return response.sendStatus(401);
  const to = Date.now() + 1;
  const from = to - 30 * 24 * 60 * 60 * 1000;
  response.json(await ledger.usage({ accountId: user.team, from, to, groupBy: ["key"] }));
});

/** @type {Map<string, User>} */
const sessions = new Map([["7f3a", { id: "user-1", name: "Ada", team: "team-a" }]]);

/** @param {AppRequest} request @param {unknown} _response @param {() => void} next */
function readSession(request, _response, next) {
  const id = /(?:^|; )session=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
  const user = sessions.get(id ?? "");
  if (user) request.user = user;
  next();
}

const server = app.listen(0, "127.0.0.1");
await once(server, "listening");

// From here on: browsers.

const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;

const answer = await post({ cookie: "session=7f3a", origin });
assert.equal((await answer.json()).choices[0].message.content, "Hello, Ada of team-a.");
assert.equal((await post({})).status, 401);
const [used] = await (
  await fetch(`${origin}/usage`, { headers: { cookie: "session=7f3a" } })
).json();
assert.deepEqual([used.keyId, used.attempts], ["user-1", 1]);
assert.equal((await fetch(`${origin}/usage`)).status, 401);
assert.equal((await post({ cookie: "session=7f3a", origin: "https://evil.example" })).status, 403);
console.log("express-app: the application's users call without a key, and only from its own pages");

server.close();
await service.close();

/** @param {Record<string, string>} headers */
function post(headers) {
  return fetch(`${origin}/ai/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "greeter", messages: [{ role: "user", content: "Hi" }] }),
  });
}
