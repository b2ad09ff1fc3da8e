type Fetch = typeof globalThis.fetch;

/** A JSON object that is changed in place. */
// biome-ignore lint/suspicious/noExplicitAny: a test spoils whatever it finds.
export type Json = Record<string, any>;

/** A server with other JSON bodies; `undefined` leaves one out. */
export function inJson(change: (body: Json) => void): (server: Fetch) => Fetch {
  return (server) => async (input, init) => {
    const response = await server(input, init);
    if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
    const body: Json = await response.json();
    change(body);
    return Response.json(body, { status: response.status, headers: headersOf(response) });
  };
}

/** A server whose streams have other events. */
export function inEvents(change: (events: Json[]) => readonly Json[]): (server: Fetch) => Fetch {
  return (server) => async (input, init) => {
    const response = await server(input, init);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
    const text = await response.text();
    const events = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    const frames = change(events).map(
      (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    return new Response(frames.join(""), { headers: headersOf(response) });
  };
}

/** A server that is asked for something else. */
export function inRequest(change: (body: Json) => void): (server: Fetch) => Fetch {
  return (server) => async (input, init) => {
    if (typeof init?.body !== "string" || !init.body.endsWith("}")) return server(input, init);
    const body: Json = JSON.parse(init.body);
    change(body);
    return server(input, { ...init, body: JSON.stringify(body) });
  };
}

/** A server that is asked with another method. */
export function inMethod(change: (method: string) => string): (server: Fetch) => Fetch {
  return (server) => (input, init) =>
    server(input, { ...init, method: change(init?.method ?? "GET") });
}

function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return headers;
}
