import { createFakeClock } from "@diglot/test-support/clock";
import { modelOf } from "@diglot/test-support/models";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import {
  type Checkable,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  healthEndpoints,
  ServiceError,
  type ServiceOptions,
} from "../src/index.js";

/** The ports that can be asked. */
type PortName = "ledger" | "keys" | "limits" | "idempotency";
type Checks = Partial<Record<PortName, Checkable["check"]>>;

const address = "10.11.12.13:5432";
const everyPort: readonly PortName[] = ["ledger", "keys", "limits", "idempotency"];

function open(checks: Checks = {}, options: Partial<ServiceOptions> = {}) {
  const clock = createFakeClock();
  const served = serviceOf(modelOf(["Hello"]), {
    clock,
    ledger: { ...createMemoryLedger({ clock }), check: checks.ledger },
    keys: { ...createMemoryKeys([]), check: checks.keys },
    limits: { ...createMemoryLimits(), check: checks.limits },
    idempotency: { ...createMemoryIdempotency({ clock }), check: checks.idempotency },
    endpoints: healthEndpoints(),
    ...options,
  });
  const ask = async (path: string, method = "GET") => {
    const response = await served.service.request(path, { method });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };
  return { ...served, clock, ask };
}

/** Checks of all ports that count how often they are asked. */
function countedChecks() {
  const check = vi.fn(async () => undefined);
  return { check, checks: Object.fromEntries(everyPort.map((name) => [name, check])) as Checks };
}

describe("the host of a request", () => {
  it.each(["/healthz", "/readyz"])("is checked for %s, which asks for no key", async (path) => {
    const statusOf = async (host: string, options?: Partial<ServiceOptions>) => {
      const { service } = open({}, options);
      return (await service.request(path, { headers: { host } })).status;
    };
    expect(await statusOf("evil.example")).toBe(403);
    expect(await statusOf("10.1.2.3:8787")).toBe(200);
    expect(await statusOf("gateway.example", { allowedHosts: ["gateway.example"] })).toBe(200);
  });

  it("is not checked for what asks for a key", async () => {
    const { service } = open();
    const [path, init] = requestOf("messages");
    const headers = { ...init.headers, host: "gateway.example" };
    expect((await service.request(path, { ...init, headers })).status).toBe(401);
  });
});

describe("GET /healthz", () => {
  it("says that the service is alive, and touches no store", async () => {
    const { check, checks } = countedChecks();
    const { status, headers, text } = await open(checks).ask("/healthz");
    expect([status, text]).toEqual([200, '{"status":"alive"}']);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(check).not.toHaveBeenCalled();
  });

  it("says so while the service closes, and afterwards", async () => {
    const { service, ask } = open();
    const closed = service.close();
    expect((await ask("/healthz")).status).toBe(200);
    await closed;
    expect((await ask("/healthz")).status).toBe(200);
  });
});

describe("GET /readyz", () => {
  it("needs nobody who listens", async () => {
    const { ask } = open(
      { keys: () => Promise.reject(new Error("down")) },
      { reporter: undefined },
    );
    expect((await ask("/readyz")).text).toBe('{"status":"unavailable","failed":["keys"]}');
  });

  it("says that the service is ready if every port answers", async () => {
    const { check, checks } = countedChecks();
    const { status, headers, text } = await open(checks).ask("/readyz");
    expect([status, text]).toEqual([200, '{"status":"ready"}']);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(check).toHaveBeenCalledTimes(4);
  });

  it("takes ports that cannot be asked for ready", async () => {
    const { ask } = open({}, { keys: undefined, allowAnonymous: true });
    expect((await ask("/readyz")).status).toBe(200);
  });

  it.each(everyPort)("names the port that fails, but not where it is: %s", async (name) => {
    const check = () => Promise.reject(new Error(`connect ECONNREFUSED ${address}`));
    const { ask, failures, events } = open({ [name]: check });
    const { status, headers, text } = await ask("/readyz");
    expect([status, text]).toEqual([503, `{"status":"unavailable","failed":["${name}"]}`]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(failures).toMatchObject([
      { message: `The port "${name}" is not ready.`, cause: { message: /ECONNREFUSED/ } },
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "failure", step: "readiness", fault: "store" }),
    );
  });

  it("names all that fail, whatever they throw, and at once", async () => {
    const { ask } = open({
      ledger() {
        throw new Error("synchronous");
      },
      limits: () => Promise.reject(new ServiceError({ kind: "overloaded", message: "full" })),
    });
    const { text } = await ask("/readyz");
    expect(JSON.parse(text)).toEqual({ status: "unavailable", failed: ["ledger", "limits"] });
  });

  it("waits for one second, for all ports together, and leaves no timer", async () => {
    const { clock, ask, failures } = open({
      ledger: () => new Promise(() => undefined),
      keys: () => new Promise(() => undefined),
      limits: async () => undefined,
    });
    let isOver = false;
    const answer = ask("/readyz").finally(() => {
      isOver = true;
    });
    await flushPromises();
    clock.advance(999);
    await flushPromises();
    expect(isOver).toBe(false);
    clock.advance(1);
    const { status, text } = await answer;
    expect([status, JSON.parse(text).failed]).toEqual([503, ["ledger", "keys"]]);
    expect(failures).toMatchObject([
      { cause: { message: "The ledger port did not answer within 1000 ms." } },
      {},
    ]);
    expect(clock.pending).toBe(0);
  });

  it("is ready again as soon as the port answers again", async () => {
    let isUp = false;
    const { ask } = open({
      async ledger() {
        if (!isUp) throw new Error("down");
      },
    });
    expect((await ask("/readyz")).status).toBe(503);
    isUp = true;
    expect((await ask("/readyz")).status).toBe(200);
  });

  it("says that the service closes, and asks no store then", async () => {
    const { check, checks } = countedChecks();
    const { service, ask } = open(checks);
    const closed = service.close();
    const { status, headers, text } = await ask("/readyz");
    expect([status, text]).toEqual([503, '{"status":"closing"}']);
    expect(headers.get("connection")).toBe("close");
    await closed;
    expect((await ask("/readyz")).status).toBe(503);
    expect(check).not.toHaveBeenCalled();
  });
});

describe("the endpoints for health checks", () => {
  it.each(["/healthz", "/readyz"])("answer HEAD without a body: %s", async (path) => {
    const { service, ask } = open();
    expect(await ask(path, "HEAD")).toMatchObject({ status: 200, text: "" });
    expect((await ask(path, "POST")).status).toBe(405);
    await service.close();
    expect((await ask(path, "HEAD")).status).toBe(path === "/healthz" ? 200 : 503);
  });

  it("are below the base path", async () => {
    const { ask } = open({}, { basePath: "/ai" });
    expect((await ask("/ai/readyz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(404);
  });

  it("are not there unless they are passed to the service", async () => {
    const { ask } = open({}, { endpoints: [] });
    expect((await ask("/healthz")).status).toBe(404);
  });

  it("are reported by their paths, so that logs can leave them out", async () => {
    const { ask, events } = open();
    await ask("/healthz");
    expect(events.at(-1)).toMatchObject({
      type: "request_ended",
      operation: "endpoint",
      endpoint: "/healthz",
    });
  });

  it("are all that a closing service answers", async () => {
    const plain = {
      method: "GET",
      path: "/plain",
      answer: async () => ({ status: 200, headers: [], body: undefined }),
    } as const;
    const { service, ask } = open({}, { endpoints: [...healthEndpoints(), plain] });
    expect((await ask("/plain")).status).toBe(200);
    await service.close();
    expect((await ask("/plain")).status).toBe(503);
    expect((await service.request(...requestOf("messages"))).status).toBe(529);
  });
});
