// Issues, changes, rotates, limits and revokes keys.
import { createMemoryKeys } from "@diglot/core";

const keys = createMemoryKeys([]);

const { key, secret } = await keys.issue({
  accountId: "team-a",
  name: "Ada's notebook",
  models: ["small"],
  limits: { requestsPerMinute: 60, concurrentRequests: 4 },
  expiresAt: Date.now() + 90 * 24 * 60 * 60 * 1000,
});
console.log(secret); // sk-dg-…, shown only this once

await keys.update(key.id, { models: ["small", "large"], limits: { concurrentRequests: null } });
await keys.rotate(key.id, 24 * 60 * 60 * 1000); // a new secret; the old one works for a day
await keys.limitAccount("team-a", { outputTokensPerMinute: 100_000 }); // for all keys together
await keys.revoke(key.id); // for good
