import type { Answer, Endpoint } from "@diglot/core";
import { type AdminCredential, withCredential } from "@diglot/core/accounts";
import type { UpstreamListBody } from "../../admin/wire/upstreams.js";
import { toBody } from "./to-body.js";
import type { UpstreamWatch } from "./upstream-watch.js";

const path = "/admin/upstreams";

/** What administrators are told of upstreams: what is known, and what another check finds. */
export function upstreamEndpoints(
  credential: AdminCredential,
  watches: readonly UpstreamWatch[],
): readonly Endpoint[] {
  const guard = withCredential(credential);
  return [
    guard({ method: "GET", path, answer: async () => toAnswer(watches) }),
    guard({
      method: "POST",
      path: `${path}/check`,
      async answer() {
        await Promise.all(watches.map((watch) => watch.check()));
        return toAnswer(watches);
      },
    }),
  ];
}

function toAnswer(watches: readonly UpstreamWatch[]): Answer {
  const data = watches.map(({ status }) => toBody(status));
  const list: UpstreamListBody = { object: "list", data, next: null };
  const body = new TextEncoder().encode(JSON.stringify(list));
  return { status: 200, headers: [["content-type", "application/json"]], body };
}
