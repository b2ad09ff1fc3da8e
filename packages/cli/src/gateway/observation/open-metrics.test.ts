import { Server } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { openMetrics } from "./open-metrics.js";

it("opens no port of its own", async () => {
  const listen = vi.spyOn(Server.prototype, "listen").mockReturnThis();
  const { close } = await openMetrics({});
  onTestFinished(close);
  expect(listen).not.toHaveBeenCalled();
});

it("counts nothing more once it is closed", async () => {
  const { value, close } = await openMetrics({});
  const read = async () => value.endpoint.answer({} as never);
  expect(await read()).toMatchObject({ status: 200 });
  await close();
  await expect(read()).rejects.toThrow("shutdown");
});
