import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
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
