import { describe, expect, it } from "vitest";
import { OverLimit } from "../../errors/over-limit.js";
import { assertWithinOutputLimit } from "./output-limit.js";

describe("assertWithinBound", () => {
  it("lets pass what may be within the bound, however it is counted", () => {
    for (const estimated of [0, 100, 400, 16_784]) {
      expect(() => assertWithinOutputLimit(estimated, 100)).not.toThrow();
    }
  });

  it("S12 fails far above the bound, as over a limit", () => {
    expect(() => assertWithinOutputLimit(16_785, 100)).toThrow(
      expect.objectContaining({
        kind: "upstream_bad_response",
        mayHaveRun: true,
        cause: expect.any(OverLimit),
      }),
    );
  });
});
