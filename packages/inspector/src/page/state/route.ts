import { signal } from "@preact/signals";
import { held } from "./api.js";

/** The views that are no request. */
const views = ["live", "use", "keys", "upstreams"] as const;

/** What is looked at. */
export type Route =
  | { readonly view: (typeof views)[number] }
  | { readonly view: "request"; readonly id: string };

/** What is looked at now; the address says it, so that it can be kept and gone back to. */
export const route = signal<Route>(readRoute(location.hash));

window.addEventListener("hashchange", () => {
  // A new link in the same tab opens the page anew.
  if (held.test(location.hash)) location.reload();
  route.value = readRoute(location.hash);
});

function readRoute(hash: string): Route {
  const [, view, id] = hash.split("/");
  if (view === "requests" && id) return { view: "request", id: decodeURIComponent(id) };
  return { view: views.find((one) => one === view) ?? "live" };
}

/** The address of a request. */
export function linkTo(id: string): string {
  return `#/requests/${encodeURIComponent(id)}`;
}
