import type { Service } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { headersOf, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { type FetchHandlerOptions, toFetchHandler } from "../src/index.js";

/** A service with a model that answers and one that is silent, and when that one has been asked. */
function createTestService(): { readonly service: Service; readonly asked: Promise<void> } {
  const asked = deferred();
  const silent = modelOf(
    async function* ({ signal }) {
      asked.resolve();
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      yield "never";
    },
    {},
    "silent",
  );
  const { service } = serviceOf([], { models: [modelOf(["Hello!"]), silent] });
  return { service, asked: asked.promise };
}

function ask(url: string, init: RequestInit & { model?: string } = {}): Request {
  const { model = "scripted", headers, ...rest } = init;
  const all = { ...headersOf("chat-completions"), ...(headers as Record<string, string>) };
  return new Request(url, requestOf("chat-completions", { model }, { headers: all, ...rest })[1]);
}

function handlerWith(options?: FetchHandlerOptions) {
  return toFetchHandler(createTestService().service, options);
}

async function contentOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { choices: [{ message: { content: string } }] };
  return body.choices[0].message.content;
}

describe("toFetchHandler", () => {
  it("answers at the root without options", async () => {
    const response = await handlerWith()(ask("http://host/v1/chat/completions?x=1"));
    expect(response.status).toBe(200);
    expect(await contentOf(response)).toBe("Hello!");
  });

  it("answers an unknown path with the service's own 404", async () => {
    const response = await handlerWith()(new Request("http://host/nothing"));
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty("error.type", "invalid_request_error");
  });

  it("hands what the runtime passes on to the service, where waitUntil is found", async () => {
    const waitUntil = vi.fn();
    const response = await handlerWith()(
      ask("http://host/v1/chat/completions"),
      { BINDING: "x" },
      { waitUntil },
    );
    await response.text();
    expect(waitUntil).toHaveBeenCalledWith(expect.any(Promise));
  });

  it("takes the second arguments of Bun.serve and Deno.serve without minding them", async () => {
    for (const context of [{ port: 80, timeout: () => undefined }, { remoteAddr: {} }]) {
      const response = await handlerWith()(ask("http://host/v1/chat/completions"), context);
      expect(response.status).toBe(200);
    }
  });

  it("does not reject when the caller leaves before the answer", async () => {
    const caller = new AbortController();
    const { service, asked } = createTestService();
    const pending = toFetchHandler(service)(
      ask("http://host/v1/chat/completions", { model: "silent", signal: caller.signal }),
    );
    await asked;
    caller.abort();
    expect((await pending).status).toBe(499);
  });

  it("rejects with what else the service rejects with", async () => {
    const failure = new Error("broken");
    const handler = toFetchHandler({ matches: () => true, fetch: () => Promise.reject(failure) });
    await expect(handler(new Request("http://host/"))).rejects.toBe(failure);
  });

  it.each<unknown>([
    { basePath: "api" },
    { cors: { origins: "https://a.example" } },
    { notFound: "404" },
  ])("refuses the options %j when it is made", (options) => {
    expect(() => handlerWith(options as FetchHandlerOptions)).toThrow(TypeError);
  });
});

describe("basePath", () => {
  it("is taken off before the service sees the request, body and all", async () => {
    const handler = handlerWith({ basePath: "/api/" });
    const response = await handler(ask("http://host/api/v1/chat/completions?beta=true"));
    expect(await contentOf(response)).toBe("Hello!");
  });

  it("keeps the caller's signal", async () => {
    const caller = new AbortController();
    const { service, asked } = createTestService();
    const pending = toFetchHandler(service, { basePath: "/api" })(
      ask("http://host/api/v1/chat/completions", { model: "silent", signal: caller.signal }),
    );
    await asked;
    caller.abort();
    expect((await pending).status).toBe(499);
  });

  it.each([
    ["/v1/chat/completions", "error.code", null],
    ["/apiary/v1/messages", "error.type", "not_found_error"],
    ["/v1/messages", "error.type", "not_found_error"],
  ])("answers %s, outside of it, with 404 in the caller's format", async (path, name, value) => {
    const response = await handlerWith({ basePath: "/api" })(ask(`http://host${path}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty(name, value);
  });
});

it.each([
  ["messages", { type: "error", error: { type: "not_found_error" } }],
  ["chat-completions", { error: { type: "invalid_request_error" } }],
] as const)(
  "a path outside of the mount is unknown in the words of the caller: %s",
  async (format, body) => {
    const handler = handlerWith({ basePath: "/api" });
    const response = await handler(
      new Request("http://host/v2/any", { headers: headersOf(format) }),
    );
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(body);
  },
);

describe("notFound", () => {
  const notFound = (request: Request, ...context: readonly unknown[]) =>
    new Response(`${new URL(request.url).pathname} ${context.length}`, { status: 404 });

  it.each(["/", "/v1/nothing", "/v1/messages"])("gets %s with its context", async (path) => {
    const handler = handlerWith({ basePath: "/api", notFound });
    const response = await handler(new Request(`http://host${path}`), {}, {});
    expect(await response.text()).toBe(`${path} 2`);
  });

  it.each([
    ["below the mount path", "/api", "/api/v1/nothing"],
    ["at the root", "", "/v1/nothing"],
  ])("gets what is not the service's %s", async (_place, basePath, path) => {
    const handler = handlerWith({ basePath, notFound });
    const response = await handler(new Request(`http://host${path}`), {});
    expect(await response.text()).toBe(`${path} 1`);
  });

  it("does not get the service's paths, whatever the method", async () => {
    const handler = handlerWith({ basePath: "/api", notFound });
    const response = await handler(new Request("http://host/api/v1/messages"));
    expect(response.status).toBe(405);
  });
});

describe("cors", () => {
  const preflight = (headers: Record<string, string>, path = "/v1/messages") =>
    new Request(`http://host${path}`, { method: "OPTIONS", headers });
  const asked = {
    origin: "https://a.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,x-api-key, anthropic-version,x-other",
  };

  it("is off by default: no header of it is sent, and OPTIONS is the service's", async () => {
    const handler = handlerWith();
    const options = await handler(preflight(asked));
    expect(options.status).toBe(204);
    expect(options.headers.get("allow")).toBe("POST, OPTIONS");
    const response = await handler(
      ask("http://host/v1/chat/completions", { headers: { origin: "https://a.example" } }),
    );
    for (const { headers } of [options, response]) {
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("answers a preflight with the origin, the methods and the allowed headers", async () => {
    const response = await handlerWith({ cors: true })(preflight(asked));
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toEqual({
      vary: "origin, access-control-request-headers",
      "access-control-allow-origin": "https://a.example",
      "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
      "access-control-allow-headers": "content-type, x-api-key, anthropic-version",
      "access-control-max-age": "86400",
    });
  });

  it("says nothing to a preflight from another origin", async () => {
    const handler = handlerWith({ cors: { origins: ["https://b.example"], maxAge: 60 } });
    const response = await handler(preflight(asked));
    expect(response.status).toBe(204);
    expect([...response.headers.keys()]).toEqual(["vary"]);
  });

  it("leaves an OPTIONS that is no preflight to the service", async () => {
    const response = await handlerWith({ cors: true })(preflight({ origin: "https://a.example" }));
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(response.headers.get("access-control-allow-origin")).toBe("https://a.example");
  });

  it("lets an allowed page read answers and errors, with their ids and retry hints", async () => {
    const handler = handlerWith({ cors: { exposeHeaders: ["x-extra"] } });
    const headers = { origin: "https://a.example" };
    const good = await handler(ask("http://host/v1/chat/completions", { headers }));
    const bad = await handler(ask("http://host/v1/chat/completions", { headers, body: "{" }));
    expect([good.status, bad.status]).toEqual([200, 400]);
    for (const response of [good, bad]) {
      expect(response.headers.get("access-control-allow-origin")).toBe("https://a.example");
      expect(response.headers.get("vary")).toBe("origin");
      const exposed = response.headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(expect.arrayContaining(["request-id", "x-request-id"]));
      expect(exposed).toEqual(expect.arrayContaining(["retry-after-ms", "x-should-retry"]));
      expect(exposed).toContain("x-ratelimit-remaining-requests");
      expect(exposed).toContain("anthropic-ratelimit-input-tokens-reset");
      expect(exposed?.at(-1)).toBe("x-extra");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("adds to what an answer already varies with", async () => {
    const fetch = async () => new Response("", { headers: { vary: "accept" } });
    const handler = toFetchHandler({ fetch, matches: () => true }, { cors: true });
    const response = await handler(new Request("http://x/", { headers: { origin: "http://a" } }));
    expect(response.headers.get("vary")).toBe("accept, origin");
  });

  it("marks answers to other origins as varying and gives them no more", async () => {
    const handler = handlerWith({ cors: { origins: ["https://b.example"] } });
    for (const headers of [{ origin: "https://a.example" }, undefined]) {
      const response = await handler(
        ask("http://host/v1/chat/completions", headers ? { headers } : {}),
      );
      expect(response.headers.get("vary")).toBe("origin");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("access-control-expose-headers")).toBeNull();
    }
  });

  it("answers a preflight below the mount path", async () => {
    const handler = handlerWith({ basePath: "/api", cors: true });
    const response = await handler(preflight(asked, "/api/v1/messages"));
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
  });
});

describe("what a fetch handler hands on", () => {
  /** A service that remembers its requests and what comes beside them. */
  function remembering() {
    const calls: [Request, ...unknown[]][] = [];
    const service: Pick<Service, "fetch" | "matches"> = {
      matches: (target) => target.startsWith("/v1/"),
      async fetch(...call) {
        calls.push(call as [Request, ...unknown[]]);
        return new Response("ok");
      },
    };
    return { service, calls };
  }

  it("is the request itself without a mount path, and one of the rest below one", async () => {
    const { service, calls } = remembering();
    const whole = ask("http://host/v1/messages?x=1");
    await toFetchHandler(service)(whole, "env");
    await toFetchHandler(service, { basePath: "/api/" })(
      ask("http://host/api/v1/messages?x=1"),
      "env",
    );
    expect(calls[0]).toEqual([whole, "env"]);
    const [inner, ...context] = calls[1]!;
    expect([inner.url, inner.method, ...context]).toEqual([
      "http://host/v1/messages?x=1",
      "POST",
      "env",
    ]);
    expect(inner.headers.get("authorization")).toBe(whole.headers.get("authorization"));
    expect(await inner.json()).toEqual(await whole.json());
  });

  it("is the caller's departure, inside the mount path and outside of it", async () => {
    for (const path of ["/api/v1/messages", "/outside"]) {
      const { service, calls } = remembering();
      const leaving = new AbortController();
      const request = ask(`http://host${path}`, { signal: leaving.signal });
      await toFetchHandler(service, { basePath: "/api" })(request);
      const [{ signal }] = calls[0]!;
      expect(signal.aborted).toBe(false);
      leaving.abort();
      expect(signal.aborted).toBe(true);
    }
  });

  it("is the method and the headers of what is outside of the mount path, and not its body", async () => {
    const { service, calls } = remembering();
    await toFetchHandler(service, { basePath: "/api" })(ask("http://host/v1/messages"));
    const [refused] = calls[0]!;
    expect([new URL(refused.url).pathname, refused.method, refused.body]).toEqual([
      ...["/outside/v1/messages", "POST", null],
    ]);
    expect(refused.headers.has("authorization")).toBe(true);
  });

  it("is a failure of the service while the caller is there, and 499 once it has left", async () => {
    const failing = { matches: () => true, fetch: () => Promise.reject(new Error("defect")) };
    await expect(toFetchHandler(failing)(ask("http://host/"))).rejects.toThrow("defect");
    const left = ask("http://host/", { signal: AbortSignal.abort() });
    expect((await toFetchHandler(failing)(left)).status).toBe(499);
  });
});
