import { WebToolError } from "@diglot/core";

/** What sends the requests of a search. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** Asks a search, and reads its answer as JSON. @throws WebToolError `too_many_requests`, `unavailable` */
export async function askJson(
  address: URL,
  headers: Readonly<Record<string, string>>,
  { fetch, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<unknown> {
  const answer = await fetch(String(address), {
    headers: { accept: "application/json", ...headers },
    signal,
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new WebToolError(answer.status === 429 ? "too_many_requests" : "unavailable");
  }
  return answer.json();
}

/** The value at a path of member names and indexes, such as `web.results`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => {
    return typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
      ? (inner as Readonly<Record<string, unknown>>)[name]
      : undefined;
  }, value);
}

/** The text at a path; empty if there is none. */
export function textAt(value: unknown, path: string): string {
  const found = valueAt(value, path);
  return typeof found === "string" ? found : "";
}
