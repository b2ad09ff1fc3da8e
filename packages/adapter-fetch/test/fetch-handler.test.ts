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

  it.each<unknown>([{ basePath: "api" }, { notFound: "404" }])(
    "refuses the options %j when it is made",
    (options) => {
      expect(() => handlerWith(options as FetchHandlerOptions)).toThrow(TypeError);
    },
  );
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
