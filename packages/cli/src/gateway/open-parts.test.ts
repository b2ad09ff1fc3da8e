import { expect, it } from "vitest";
import { checkConfig } from "../config/check/check-config.js";
import { noNotices } from "../log/log.js";
import { noProgress } from "../terminal/progress.js";
import { createResources } from "./lifecycle/resources.js";
import { openParts } from "./open-parts.js";

it("opens no inspector and no metrics that the config does not name, as they keep what they are told", async () => {
  const models = [{ id: "echo", embedded: "echo" }];
  const config = await checkConfig({ allowAnonymous: true, models }, "config", {});
  const lease = createResources().lease();
  const parts = await openParts(config, lease, { notices: noNotices, progress: noProgress });
  expect(parts).toMatchObject({ inspector: undefined, metrics: undefined });
  await lease.end();
});
