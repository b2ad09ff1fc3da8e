// A Hono application whose users have logged in: its middleware sets `user`, and they call without a key.
import assert from "node:assert/strict";
import { createService, defineModel } from "@diglot/core";
import { Hono } from "hono";

/** @typedef {{ id: string, name: string, team: string }} User */
/** @typedef {{ Variables: { user: User | undefined } }} AppEnv */
/** @typedef {import("hono").Context<AppEnv>} AppContext */

const greeter = defineModel("greeter", async function* ({ caller }) {
  const { name } = /** @type {User} */ (caller.attached);
  yield `Hello, ${name} of ${caller.accountId}.`;
});

const service = createService({
  basePath: "/ai",
  models: [greeter],
  authenticate({ host: [, context] }) {
    const user = /** @type {AppContext} */ (context).get("user");
    return user && { id: user.id, accountId: user.team, attached: user };
  },
});

/** @type {Hono<AppEnv>} */
const app = new Hono();
app.use(readSession); // the application's own: `context.set("user", …)`
app.all("/ai/*", (context) => service.fetch(context.req.raw, context));

/** @type {Map<string, User>} */
const sessions = new Map([["7f3a", { id: "user-1", name: "Ada", team: "team-a" }]]);

/** @param {AppContext} context @param {() => Promise<void>} next */
async function readSession(context, next) {
  const id = /(?:^|; )session=(\w+)/.exec(context.req.header("cookie") ?? "")?.[1];
  context.set("user", sessions.get(id ?? ""));
  await next();
}

// From here on: a browser, and somebody whom the application does not know.

const answer = await post({ cookie: "session=7f3a" });
assert.equal((await answer.json()).choices[0].message.content, "Hello, Ada of team-a.");
assert.equal((await post({})).status, 401);
console.log("hono: the application's users call without a key");
await service.close();

/** @param {Record<string, string>} headers */
function post(headers) {
  return app.request("/ai/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "greeter", messages: [{ role: "user", content: "Hi" }] }),
  });
}
