import { expect, it } from "vitest";
import { zoneOfNoon } from "./zone-of-noon.js";

it.each(Array.from({ length: 24 }, (_, hour) => hour))(
  "it is between noon and one o'clock in a zone that is chosen at %d:59 in Greenwich",
  (hour) => {
    const now = Date.UTC(2026, 5, 15, hour, 59);
    const format = { hour: "numeric", hourCycle: "h23", timeZone: zoneOfNoon(now) } as const;
    expect(new Intl.DateTimeFormat("en", format).format(now)).toBe("12");
  },
);
