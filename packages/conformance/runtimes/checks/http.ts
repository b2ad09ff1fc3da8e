import { expect } from "vitest";
import type { Check, Facts, Target } from "../check.js";
import { ask, bodyFor, contentOf, endpoints, goodHeaders, headersFor } from "../client.js";
import { expectError, expectRefused, refusedPrompt, refuseOnBoth } from "../expect-error.js";
import {
  headText,
  isWholeAnswer,
  openSocket,
  postText,
  readUntil,
  statusOf,
} from "../raw-client.js";
import { pathMount } from "../servers/terms.js";

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

async function refusesOtherMedia({ baseUrl }: Target): Promise<void> {
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const body = JSON.stringify(bodyFor(endpoint, "echo", refusedPrompt));
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json"]) {
      await expectRefused(baseUrl, endpoint, body, 415, { "content-type": type });
    }
  });
}

async function takesItsMedia({ port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const { "content-type": _type, ...untyped } = headersFor(endpoint);
    const types = ["application/json; charset=utf-8", "Application/JSON", "application/vnd.x+json"];
    const body = JSON.stringify(bodyFor(endpoint, "echo", "of its type"));
    for (const type of [{}, ...types.map((name) => ({ "content-type": name }))]) {
      const socket = await openSocket(port);
      socket.write(postText(endpoint, { ...untyped, ...type }, body));
      const received = await readUntil(socket, isWholeAnswer);
      socket.destroy();
      expect(statusOf(received), JSON.stringify(type)).toBe(200);
      expect(received).toContain('"of its type"');
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

/** Targets that are not of the service, or only once somebody has resolved them. */
const otherTargets = (endpoint: string): readonly string[] => [
  `/${endpoint}`,
  endpoint.toUpperCase(),
  `${endpoint}//`,
  endpoint.replace("/v1", "/v1/%2e%2e/v1"),
  endpoint.replace("/v1/", "/v1/./"),
  endpoint.replace("/v1/", "/v1\\"),
  `${endpoint}#x`,
  `${endpoint}%00`,
  `${endpoint};a=1`,
];

async function runsNothingElsewhere(target: Target): Promise<void> {
  const isOwn = ownTargetsOf(target);
  for (const endpoint of endpoints) {
    const body = JSON.stringify(bodyFor(endpoint, "echo", "elsewhere"));
    for (const path of otherTargets(endpoint)) {
      const socket = await openSocket(target.port);
      socket.write(postText(path, { ...headersFor(endpoint), connection: "close" }, body));
      const status = statusOf(await readUntil(socket));
      socket.destroy();
      expect(status, path).toBe(isOwn(path) ? 200 : 404);
    }
  }
}

/** Whether the host makes the service's own path of a target. */
function ownTargetsOf({ resolvesPaths, cutsFragments }: Facts): (target: string) => boolean {
  return (target) =>
    (resolvesPaths && /%2e|\/\.\/|\\/.test(target)) || (cutsFragments && target.includes("#"));
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
  const preflight = await fetch(`${baseUrl}/v1/messages`, {
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
  const response = await ask(baseUrl, "/v1/messages", "echo", "cors", {}, { headers });
  expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  expect(response.headers.get("vary")).toContain("origin");
  expect(await contentOf("/v1/messages", response)).toBe("cors");
}

/** HTTP itself: methods, paths, types, connections. */
export const httpChecks: Readonly<Record<string, Check>> = {
  "H01 refuses wrong methods with 405 and says which are allowed": refusesWrongMethods,
  "H02 answers HEAD without a body": answersHead,
  "H03 answers OPTIONS with the allowed methods": answersOptions,
  "H04 takes query strings and a trailing slash": takesQueryStrings,
  "H04 runs no model for another path": runsNothingElsewhere,
  "H14 takes JSON of any name, and bodies without a type": takesItsMedia,
  "H14 refuses other media types with 415": refusesOtherMedia,
  "H15 serves the next request of a connection after an error": servesOnAfterAnError,
  "refuses unknown models with 404": refusesUnknownModels,
  "refuses unknown paths with 404 in the format that the path suggests": refusesUnknownPaths,
  "lists models in both shapes": listsModels,
  "reads bodies that arrive byte by byte": readsCutBodies,
  "serves below a mount path": servesBelowAMount,
  "answers the preflights of browsers": answersPreflights,
};
