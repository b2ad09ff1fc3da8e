import { toFetchHandler } from "@diglot/adapter-fetch";
import { createSubject, type Subject } from "./subject.js";
import { pathMount, pathState } from "./terms.js";

/** The subject behind the fetch adapter, with its state beside it. */
export function createFetchSubject(subject: Subject = createSubject()): {
  fetch(request: Request, ...context: readonly unknown[]): Promise<Response>;
} {
  const { service } = subject;
  const atRoot = toFetchHandler(service);
  const mounted = toFetchHandler(service, { basePath: pathMount });
  return {
    async fetch(request, ...context) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === pathState) return Response.json(subject.state(searchParams.get("prompt")));
      const handler = pathname.startsWith(`${pathMount}/`) ? mounted : atRoot;
      return handler(request, ...context);
    },
  };
}
