import { describe, expect, it } from "vitest";
import { OverLimit } from "../../errors/over-limit.js";
import { assertWithinOutputLimit } from "./output-limit.js";

describe("assertWithinBound", () => {
  it("lets a reply pass that may be within the limit, however its tokens are counted", () => {
    for (const estimated of [0, 100, 400, 16_784]) {
      expect(() => assertWithinOutputLimit(estimated, 100)).not.toThrow();
    }
  });

  it("S12 fails far above the limit, with OverLimit as the cause", () => {
    expect(() => assertWithinOutputLimit(16_785, 100)).toThrow(
      expect.objectContaining({
        kind: "upstream_bad_response",
        mayHaveRun: true,
        cause: new OverLimit("About 16785 tokens arrived, but only 100 were reserved."),
      }),
    );
  });
});
