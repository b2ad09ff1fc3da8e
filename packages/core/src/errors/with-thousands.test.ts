import { describe, expect, it } from "vitest";
import { withThousands } from "./with-thousands.js";

describe("withThousands", () => {
  it.each([0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER])(
    "writes %d as English does",
    (count) => {
      expect(withThousands(count)).toBe(count.toLocaleString("en"));
    },
  );
});
