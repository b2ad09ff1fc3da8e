import { expect, it, onTestFinished, vi } from "vitest";
import { createProbe } from "./create-probe.js";

it.each([
  ["half a minute, unless its target says otherwise", undefined, 30_000],
  ["as long as its target says", 50, 50],
])("gives an answer %s", async (_what, timeout, milliseconds) => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => limit.mockRestore());
  const fetch = async () => Response.json({});
  const target = { baseUrl: "http://server.example", fetch, timeout };
  await createProbe(target, "messages", "m").send();
  expect(limit).toHaveBeenCalledExactlyOnceWith(milliseconds);
});
