import type { Clock } from "../runtime/clock.js";
import type { Ids } from "../runtime/ids.js";
import { port } from "./objects.js";

/** The check of a clock. */
export const validClock = /* @__PURE__ */ port<Clock>(
  "a clock with now(), monotonic() and after()",
  "now",
  "monotonic",
  "after",
);

/** The check of a source of ids. */
export const validIds = /* @__PURE__ */ port<Ids>("ids with create()", "create");
