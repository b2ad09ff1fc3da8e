import { headersOf, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { accountEndpoints } from "../src/endpoints/accounts/index.js";
import {
  type CorsOptions,
  createMemoryLedger,
  createService,
  defineModel,
  healthEndpoints,
  type ServiceOptions,
} from "../src/index.js";

const chat = "/v1/chat/completions";
const origin = "https://a.example";

function pagesOf(cors?: boolean | CorsOptions, options: Partial<ServiceOptions> = {}) {
  const { service } = serviceOf(["Hello!"], { cors, ...options });
  return {
    service,
    ask: (headers: Record<string, string> = {}, body?: string) => {
      const [path, init] = requestOf("chat-completions");
      const all = { ...headersOf("chat-completions"), ...headers };
      return service.request(path, { ...init, headers: all, ...(body !== undefined && { body }) });
    },
    preflight: (headers: Record<string, string> = {}, path = "/v1/messages") =>
      service.request(path, { method: "OPTIONS", headers: { ...asked, ...headers } }),
  };
}

const asked = {
  origin,
  "access-control-request-method": "POST",
  "access-control-request-headers": "content-type,x-api-key, anthropic-version,x-other",
};

const namesOf = ({ headers }: Response) => [...headers.keys()];

describe("cors", () => {
  it("is off by default: no header of it is sent, and OPTIONS is answered with the methods", async () => {
    const { ask, preflight } = pagesOf();
    const options = await preflight();
    expect(options.status).toBe(204);
    expect(options.headers.get("allow")).toBe("POST, OPTIONS");
    for (const response of [options, await ask({ origin })]) {
      expect(namesOf(response).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it.each(["/v1/messages", chat, "/v1/models", "/v1/nothing"])(
    "answers a preflight of %s with the origin, the methods and the allowed headers",
    async (path) => {
      const response = await pagesOf(true).preflight({}, path);
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toEqual({
        vary: "origin, access-control-request-headers",
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
        "access-control-allow-headers": "content-type, x-api-key, anthropic-version",
        "access-control-max-age": "86400",
      });
    },
  );

  it("says nothing to a preflight from another origin", async () => {
    const { preflight } = pagesOf({ origins: ["https://b.example"], maxAge: 60 });
    const response = await preflight();
    expect([response.status, namesOf(response)]).toEqual([204, ["vary"]]);
  });

  it("answers an OPTIONS that is no preflight with the methods", async () => {
    const { service } = pagesOf(true);
    const response = await service.request("/v1/messages", {
      method: "OPTIONS",
      headers: { origin },
    });
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  });

  it("lets an allowed page read answers and errors, with their ids and retry hints", async () => {
    const { ask } = pagesOf({ exposeHeaders: ["x-extra"] });
    const [good, bad] = [await ask({ origin }), await ask({ origin }, "{")];
    expect([good.status, bad.status]).toEqual([200, 400]);
    for (const { headers } of [good, bad]) {
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("vary")).toBe("origin");
      const exposed = headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(expect.arrayContaining(["request-id", "x-request-id"]));
      expect(exposed).toEqual(expect.arrayContaining(["retry-after-ms", "x-should-retry"]));
      expect(exposed).toContain("x-ratelimit-remaining-requests");
      expect(exposed).toContain("anthropic-ratelimit-input-tokens-reset");
      expect(exposed?.at(-1)).toBe("x-extra");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("adds to what an answer already varies with", async () => {
    const answer = async () => ({
      status: 200,
      headers: [["vary", "accept"]] as const,
      body: undefined,
    });
    const { service } = pagesOf(true, {
      endpoints: [{ method: "GET", path: "/x", answer }],
    });
    const response = await service.request("/x", { headers: { origin } });
    expect(response.headers.get("vary")).toBe("accept, origin");
  });

  it("marks answers to other origins as varying and gives them no more", async () => {
    const { ask } = pagesOf({ origins: ["https://b.example"] }, { allowedOrigins: "*" });
    for (const headers of [{ origin }, {}]) {
      const response = await ask(headers);
      expect(response.status).toBe(200);
      expect(response.headers.get("vary")).toBe("origin");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("access-control-expose-headers")).toBeNull();
    }
  });

  it("shows pages what asks for a key, and nothing that everyone may read", async () => {
    const ledger = createMemoryLedger();
    const endpoints = [...accountEndpoints({ ledger }), ...healthEndpoints()];
    const { service } = pagesOf(true, { endpoints });
    const allowed = async (path: string) => {
      const response = await service.request(path, {
        headers: { ...headersOf("messages"), origin },
      });
      return [response.status, response.headers.get("access-control-allow-origin")];
    };
    expect(await allowed("/v1/balance")).toEqual([200, origin]);
    expect(await allowed("/healthz")).toEqual([200, null]);
  });

  it("lets the pages that it names call a service that asks for no key, and no others", async () => {
    const model = defineModel("m", async function* () {
      yield "Hello!";
    });
    const statusFor = async (cors: boolean | CorsOptions, allowedOrigins?: readonly string[]) => {
      const service = createService({
        models: [model],
        allowAnonymous: true,
        cors,
        allowedOrigins,
      });
      const [path, init] = requestOf("chat-completions", { model: "m" });
      const headers = { "content-type": "application/json", host: "localhost", origin };
      return (await service.request(path, { ...init, headers })).status;
    };
    expect(await statusFor({ origins: [origin] })).toBe(200);
    expect(await statusFor({ origins: ["https://b.example"] })).toBe(403);
    expect(await statusFor(true)).toBe(403);
    expect(await statusFor(true, [origin])).toBe(200);
    expect(await statusFor({ origins: [origin] }, [])).toBe(403);
  });
});
