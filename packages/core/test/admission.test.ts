import { createFakeClock } from "@diglot/test-support/clock";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { Entrance, ServiceOptions } from "../src/index.js";

/** A service with these limits, and the steps and errors of its failures. */
function limitedService(release: Entrance["release"]) {
  const failures: unknown[] = [];
  const limits: ServiceOptions["limits"] = {
    enter: async () => ({ admit: async () => ({}), release }),
  };
  const { service } = serviceOf(["Hello."], {
    limits,
    reporter: (event) =>
      void (event.type === "failure" && failures.push([event.step, event.error])),
  });
  return { service, failures };
}

describe.each(formatNames)("the place of an admitted %s request", (format) => {
  it.each([true, false])(
    "is released once, when its answer is over (stream: %s)",
    async (stream) => {
      const release = vi.fn();
      const { service, failures } = limitedService(release);
      const response = await service.request(...requestOf(format, { stream }));
      if (stream) expect(release).not.toHaveBeenCalled();
      await response.text();
      await service.close();
      expect(release).toHaveBeenCalledTimes(1);
      expect(failures).toEqual([]);
    },
  );

  it("is given back although nobody listens to a failure of that", async () => {
    const release = vi.fn(() => {
      throw new Error("connection refused");
    });
    const limits = { enter: async () => ({ admit: async () => ({}), release }) };
    const { service } = serviceOf(["Hello."], { limits, reporter: undefined });
    const response = await service.request(...requestOf(format));
    expect(await response.text()).toContain("Hello.");
    await service.close();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it("is refused if the limits do not decide in time", async () => {
    const clock = createFakeClock();
    const admit = vi.fn(() => new Promise<never>(() => undefined));
    const limits = { enter: async () => ({ admit, release: () => undefined }) };
    const { service, failures } = serviceOf(["Hello."], { limits, clock });
    const response = service.request(...requestOf(format));
    await until(() => admit.mock.calls.length > 0);
    clock.advance(60_000);
    expect((await response).status).toBe(503);
    expect(failures).toMatchObject([
      { cause: { message: expect.stringMatching(/^The limits did not answer within/) } },
    ]);
    expect(admit).toHaveBeenCalledExactlyOnceWith({
      model: "scripted",
      inputTokens: expect.any(Number),
      endUser: undefined,
    });
  });

  it("does not touch the answer if its release fails, which is reported", async () => {
    const error = new Error("connection refused");
    const { service, failures } = limitedService(() => {
      throw error;
    });
    const response = await service.request(...requestOf(format));
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining("Hello."),
    ]);
    await service.close();
    expect(failures).toEqual([["release", error]]);
  });
});
