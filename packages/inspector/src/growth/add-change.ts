import type { RequestChange, RequestDetail, ShownBody } from "../wire.js";
import { mapGrowing } from "./growing-parts.js";

/**
 * A request as it is now: what was known of it, and what is new. A body that has not changed stays the
 * same object.
 */
export function addChange(
  before: RequestDetail | undefined,
  { skipped, next, ...change }: RequestChange,
): RequestDetail {
  const bodies = bodiesOf(before);
  return mapGrowing(change, {
    moments(moments, place) {
      return [...(before?.moments.slice(0, skipped[place]) ?? []), ...moments];
    },
    body(body, place) {
      const known = bodies[place];
      if (!known) return body;
      const text = known.text.slice(0, skipped[place]) + body.text;
      const isSame = body.text === "" && text.length === known.text.length;
      return isSame && body.bytes === known.bytes ? known : { ...body, text };
    },
  });
}

/** The bodies of a request by their places. */
function bodiesOf(detail: RequestDetail | undefined): readonly (ShownBody | undefined)[] {
  const bodies: (ShownBody | undefined)[] = [];
  if (!detail) return bodies;
  mapGrowing(detail, {
    moments: (moments) => moments,
    body(body, place) {
      bodies[place] = body;
      return body;
    },
  });
  return bodies;
}
