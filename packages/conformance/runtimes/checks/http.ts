import { expect } from "vitest";
import type { Check, Target } from "../check.js";
import {
  ask,
  bodyFor,
  contentOf,
  type Endpoint,
  endpoints,
  goodHeaders,
  headersFor,
} from "../client.js";
import {
  headText,
  isWholeAnswer,
  openSocket,
  postText,
  readUntil,
  statusOf,
} from "../raw-client.js";
import { bodyLimit, pathMount } from "../servers/terms.js";

/** The type of an error whose status is 400, 404, 405, 413 or 415, by endpoint. */
function typeOf(endpoint: Endpoint, status: number): string {
  if (endpoint === "/v1/chat/completions") return "invalid_request_error";
  if (status === 404) return "not_found_error";
  return status === 413 ? "request_too_large" : "invalid_request_error";
}

async function expectError(
  endpoint: Endpoint,
  response: Response,
  status: number,
  type = typeOf(endpoint, status),
): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-should-retry")).toBe("false");
  const id = response.headers.get("request-id");
  expect(id).toMatch(/^req_/);
  const body = await response.json();
  const error = { type, message: expect.any(String) };
  if (endpoint === "/v1/messages")
    expect(body).toMatchObject({ type: "error", error, request_id: id });
  else expect(Object.keys(body.error).sort()).toEqual(["code", "message", "param", "type"]);
  expect(body).toMatchObject({ error });
}

async function refusesWrongBodies({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const post = (body: string) =>
      fetch(`${baseUrl}${endpoint}`, { method: "POST", headers: headersFor(endpoint), body });
    for (const body of ["", "{", '{"model":1}', "[]"]) {
      await expectError(endpoint, await post(body), 400);
    }
  }
}

async function refusesWrongKeys({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
    const type = endpoint === "/v1/messages" ? "authentication_error" : "invalid_request_error";
    for (const credential of [{}, { authorization: "Bearer sk-wrong-0123456789" }]) {
      const init = { headers: { ...headers, ...credential } };
      await expectError(endpoint, await ask(baseUrl, endpoint, "echo", "x", {}, init), 401, type);
    }
  }
}

async function refusesUnknownModels({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    await expectError(endpoint, await ask(baseUrl, endpoint, "no-such-model", "x"), 404);
  }
}

async function refusesUnknownPaths({ baseUrl }: Target): Promise<void> {
  const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  await expectError("/v1/chat/completions", await fetch(`${baseUrl}/v1/nothing`, init), 404);
  await expectError("/v1/messages", await fetch(`${baseUrl}/v2/messages`, init), 404);
}

async function refusesWrongMethods({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await fetch(`${baseUrl}${endpoint}`, { method });
      expect(response.headers.get("allow")).toContain("POST");
      await expectError(endpoint, response, 405);
    }
  }
}

async function refusesLargeBodies({ baseUrl, port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const response = await ask(baseUrl, endpoint, "echo", "x".repeat(bodyLimit));
    await expectError(endpoint, response, 413);
    const socket = await openSocket(port);
    socket.write(
      headText("POST", endpoint, { ...headersFor(endpoint), "transfer-encoding": "chunked" }),
    );
    const block = "y".repeat(65_536);
    for (let sent = 0; sent <= bodyLimit; sent += block.length) {
      socket.write(`10000\r\n${block}\r\n`);
    }
    socket.write("0\r\n\r\n");
    const received = await readUntil(socket, isWholeAnswer);
    socket.destroy();
    expect(statusOf(received)).toBe(413);
  }
}

async function takesBodiesUpToTheLimit({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const room = bodyLimit - JSON.stringify(bodyFor(endpoint, "counted", "")).length;
    const response = await ask(baseUrl, endpoint, "counted", "x".repeat(room));
    expect(response.status).toBe(200);
    expect(await contentOf(endpoint, response)).toBe("Counted.");
  }
}

async function refusesOtherMedia({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const type of ["text/plain", "application/json; charset=latin1"]) {
      const headers = { ...headersFor(endpoint), "content-type": type };
      const response = await ask(baseUrl, endpoint, "echo", "x", {}, { headers });
      await expectError(endpoint, response, 415);
    }
  }
}

async function listsModels({ baseUrl }: Target): Promise<void> {
  const { authorization, ...messages } = goodHeaders;
  const ours = await (await fetch(`${baseUrl}/v1/models?limit=1`, { headers: messages })).json();
  expect(ours).toMatchObject({ has_more: true, data: [{ type: "model", id: "echo" }] });
  const headers = { authorization };
  const theirs = await (await fetch(`${baseUrl}/v1/models`, { headers })).json();
  expect(theirs.object).toBe("list");
  expect(theirs.data).toContainEqual(expect.objectContaining({ id: "echo", object: "model" }));
  const one = await fetch(`${baseUrl}/v1/models/echo-units`, { headers });
  expect(await one.json()).toMatchObject({ id: "echo-units", object: "model" });
}

async function takesQueryStrings({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const ending of ["?beta=true", "/?a=1&b=%2Fv1%2Fmodels", "/"]) {
      const response = await fetch(`${baseUrl}${endpoint}${ending}`, {
        method: "POST",
        headers: headersFor(endpoint),
        body: JSON.stringify(bodyFor(endpoint, "echo", "query")),
      });
      expect(response.status).toBe(200);
      expect(await contentOf(endpoint, response)).toBe("query");
    }
  }
}

async function answersHead({ baseUrl, port }: Target): Promise<void> {
  const { authorization } = goodHeaders;
  for (const [target, status] of [
    ["/v1/models", 200],
    ["/v1/messages", 405],
    ["/v1/chat/completions", 405],
  ] as const) {
    const response = await fetch(`${baseUrl}${target}`, {
      method: "HEAD",
      headers: { authorization },
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe("");
  }
  // A body after a HEAD would be taken for the next answer on the connection.
  const socket = await openSocket(port);
  socket.write(headText("HEAD", "/v1/models", { authorization }));
  const first = await readUntil(socket, (received) => received.includes("\r\n\r\n"));
  expect(statusOf(first)).toBe(200);
  expect(first.endsWith("\r\n\r\n")).toBe(true);
  socket.write(headText("GET", "/v1/models/nothing", { authorization }));
  const second = await readUntil(socket, isWholeAnswer);
  socket.destroy();
  expect(statusOf(second)).toBe(404);
}

async function answersOptions({ baseUrl }: Target): Promise<void> {
  for (const [target, allow] of [
    ["/v1/messages", "POST, OPTIONS"],
    ["/v1/chat/completions", "POST, OPTIONS"],
    ["/v1/models", "GET, HEAD, OPTIONS"],
  ] as const) {
    const response = await fetch(`${baseUrl}${target}`, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe(allow);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  }
}

async function readsCutBodies({ port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const body = Buffer.from(JSON.stringify(bodyFor(endpoint, "echo", "Grüße 👋")));
    const socket = await openSocket(port);
    socket.setNoDelay(true);
    socket.write(
      headText("POST", endpoint, { ...headersFor(endpoint), "transfer-encoding": "chunked" }),
    );
    for (const byte of body) {
      socket.write(Buffer.concat([Buffer.from("1\r\n"), Buffer.of(byte), Buffer.from("\r\n")]));
    }
    socket.write("0\r\n\r\n");
    const received = await readUntil(socket, isWholeAnswer);
    socket.destroy();
    expect(statusOf(received)).toBe(200);
    expect(received).toContain('"Grüße 👋"');
  }
}

async function servesOnAfterAnError({ port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const socket = await openSocket(port);
    socket.write(postText(endpoint, { "content-type": "application/json" }, '{"unread":true}'));
    expect(statusOf(await readUntil(socket, isWholeAnswer))).toBe(401);
    const body = JSON.stringify(bodyFor(endpoint, "echo", "second"));
    socket.write(postText(endpoint, headersFor(endpoint), body));
    const received = await readUntil(socket, isWholeAnswer);
    socket.destroy();
    expect(statusOf(received)).toBe(200);
    expect(received).toContain('"second"');
  }
}

async function servesBelowAMount({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const post = (model: string) =>
      fetch(`${baseUrl}${pathMount}${endpoint}?beta=true`, {
        method: "POST",
        headers: headersFor(endpoint),
        body: JSON.stringify(bodyFor(endpoint, model, "mounted")),
      });
    expect(await contentOf(endpoint, await post("echo"))).toBe("mounted");
    await expectError(endpoint, await post("no-such-model"), 404);
  }
}

async function answersPreflights({ baseUrl }: Target): Promise<void> {
  const origin = "https://app.example";
  const preflight = await fetch(`${baseUrl}${pathMount}/v1/messages`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type, x-api-key, anthropic-version",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("anthropic-version");
  const headers = { ...headersFor("/v1/messages"), origin };
  const mounted = `${baseUrl}${pathMount}`;
  const response = await ask(mounted, "/v1/messages", "echo", "cors", {}, { headers });
  expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  expect(response.headers.get("vary")).toContain("origin");
  expect(await contentOf("/v1/messages", response)).toBe("cors");
}

/** HTTP itself: methods, paths, sizes, types, connections. */
export const httpChecks: Readonly<Record<string, Check>> = {
  "refuses wrong bodies with 400 in the caller's format": refusesWrongBodies,
  "refuses missing and wrong keys with 401": refusesWrongKeys,
  "refuses unknown models with 404": refusesUnknownModels,
  "refuses unknown paths with 404 in the format that the path suggests": refusesUnknownPaths,
  "refuses wrong methods with 405 and says which are allowed": refusesWrongMethods,
  "refuses bodies over the limit with 413, with and without a declared length": refusesLargeBodies,
  "takes bodies up to the limit": takesBodiesUpToTheLimit,
  "refuses other media types and charsets with 415": refusesOtherMedia,
  "lists models in both shapes": listsModels,
  "takes query strings and a trailing slash": takesQueryStrings,
  "answers HEAD without a body": answersHead,
  "answers OPTIONS with the allowed methods": answersOptions,
  "reads bodies that arrive byte by byte": readsCutBodies,
  "serves the next request of a connection after an error": servesOnAfterAnError,
  "serves below a mount path": servesBelowAMount,
  "answers the preflights of browsers": answersPreflights,
};
