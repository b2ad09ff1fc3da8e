import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { headersOf } from "@diglot/test-support/requests";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import {
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  createService,
  defineModel,
  type Model,
  messagesUpstream,
  ServiceError,
  type ServiceOptions,
  withFallback,
} from "../src/index.js";

const secret = "canary-of-the-upstream";

const buggy = defineModel("buggy", () => {
  throw new TypeError("my bug");
});

const buggyStream = defineModel("buggy", async function* () {
  yield "Hello";
  throw new TypeError("my late bug");
});

const helloOf = (id: string) =>
  defineModel(id, async function* () {
    yield "Hello";
  });

/** An upstream that answers with a status, or cannot be reached. */
function upstreamOf(status: number | undefined): Model {
  return messagesUpstream({
    id: "upstream",
    baseUrl: "http://upstream.example/v1",
    apiKey: secret,
    async fetch() {
      if (status === undefined)
        throw new TypeError("fetch failed", {
          cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
        });
      return Response.json({ type: "error", error: { type: "x", message: "No." } }, { status });
    },
  });
}

function serve(model: Model, options: Partial<ServiceOptions> = {}) {
  const service = createService({ models: [model], keys: createMemoryKeys([{ key }]), ...options });
  return async (members: Record<string, unknown> = {}) => {
    const response = await service.request("/v1/messages", {
      method: "POST",
      headers: headersOf("messages"),
      body: JSON.stringify({
        ...{ model: model.id, max_tokens: 10, messages: [{ role: "user", content: "a prompt" }] },
        ...members,
      }),
    });
    return {
      status: response.status,
      text: await response.text(),
      id: response.headers.get("request-id"),
    };
  };
}

let print: MockInstance<typeof console.error>;
const printed = () => print.mock.calls.map(([line]) => String(line));

beforeEach(() => {
  print = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => print.mockRestore());

describe("a service without a reporter", () => {
  it("prints a bug in a model with the request id and the stack, and no prompt", async () => {
    const { status, text, id } = await serve(buggy)();
    expect(status).toBe(500);
    expect(text).not.toContain("my bug");
    expect(printed()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^diglot: a request has failed, request ${id}, internal: TypeError: my bug\n +at `,
        ),
      ),
    ]);
    expect(printed()[0]).toContain("default-reporter.test.ts");
    expect(printed()[0]).not.toContain("a prompt");
  });

  it("prints a bug that comes after the head of a stream", async () => {
    const { status, id } = await serve(buggyStream)({ stream: true });
    expect(status).toBe(200);
    expect(printed()).toHaveLength(1);
    expect(printed()[0]).toContain(`${id}, internal: TypeError: my late bug\n`);
  });

  it("prints each kind once a second, and how many it left out", async () => {
    const clock = createFakeClock();
    const ask = serve(buggy, { clock });
    await ask();
    await ask();
    await ask();
    expect(printed()).toHaveLength(1);
    clock.advance(1_000);
    await ask();
    expect(printed()).toHaveLength(2);
    expect(printed()[1]).toContain("internal (2 more of this kind were not printed): TypeError");
  });

  it("prints another bug at once, though it comes in the same second", async () => {
    const clock = createFakeClock();
    const either = defineModel("either", ({ conversation }) => {
      if (JSON.stringify(conversation.turns).includes("range")) throw new RangeError("another bug");
      throw new TypeError("my bug");
    });
    const ask = serve(either, { clock });
    await ask();
    await ask({ messages: [{ role: "user", content: "range" }] });
    await ask();
    expect(printed().map((line) => /(\w+Error: [\w ]+)\n/.exec(line)?.[1])).toEqual([
      "TypeError: my bug",
      "RangeError: another bug",
    ]);
  });

  it("takes nothing in a message for a place in the code", async () => {
    const clock = createFakeClock();
    const quoting = defineModel("quoting", ({ conversation }) => {
      throw new Error(`bad: ${JSON.stringify(conversation.turns).replaceAll("#", "\n    at ")}`);
    });
    const ask = serve(quoting, { clock });
    await ask({ messages: [{ role: "user", content: "#one" }] });
    await ask({ messages: [{ role: "user", content: "#two" }] });
    expect(printed()).toHaveLength(1);
  });

  it("prints mistakes of callers never", async () => {
    const ask = serve(buggy);
    expect((await ask({ max_tokens: "many" })).status).toBe(400);
    expect((await ask({ model: "another" })).status).toBe(404);
    expect(printed()).toEqual([]);
  });

  it("prints nothing of a service that is full", async () => {
    const busy = defineModel("busy", () => {
      throw new ServiceError({ kind: "overloaded", message: "Busy." });
    });
    expect((await serve(busy)()).status).toBe(529);
    expect(printed()).toEqual([]);
  });

  it("answers also if an error cannot be read, and cuts one that is long", async () => {
    const unreadable = new Error("x");
    Object.defineProperty(unreadable, "stack", {
      get() {
        throw new Error("not readable");
      },
    });
    const throwing = (error: Error) =>
      defineModel("throwing", () => {
        throw error;
      });
    expect((await serve(throwing(unreadable))()).status).toBe(500);
    expect(printed()).toEqual([]);
    await serve(throwing(new Error("long ".repeat(100_000))))();
    expect(printed()[0]?.length).toBeLessThan(9_000);
  });

  it("prints without a stack what an upstream refuses of the operator", async () => {
    const { id } = await serve(upstreamOf(401))();
    expect(printed()).toHaveLength(1);
    expect(printed()[0]).toContain(`request ${id}, `);
    expect(printed()[0]).toContain("401");
    expect(printed()[0]).not.toContain("\n");
  });

  it("prints the causes of an upstream that cannot be reached", async () => {
    await serve(upstreamOf(undefined))();
    expect(printed()[0]).toMatch(
      /upstream_unavailable: The model could not be reached: .*ECONNREFUSED/,
    );
  });

  it("prints the failure of a model that another one stands in for", async () => {
    const working = helloOf("working");
    const { status } = await serve(withFallback([upstreamOf(503), working]))();
    expect(status).toBe(200);
    expect(printed()).toHaveLength(1);
    expect(printed()[0]).toContain('model "upstream"');
  });

  it("prints that a row of the ledger could not be written", async () => {
    const ledger = createMemoryLedger();
    const failing = { ...ledger, settle: () => Promise.reject(new Error("disk full")) };
    await serve(helloOf("fine"), { ledger: failing })();
    await vi.waitFor(() => expect(printed()).toHaveLength(1));
    expect(printed()[0]).toMatch(
      /^diglot: the end of an attempt was not written to the ledger, request req_\w+, attempt \S+, store_unavailable: disk full$/,
    );
  });

  it("prints that the limits did not take a place back", async () => {
    const limits = createMemoryLimits();
    const failing: typeof limits = {
      ...limits,
      enter: () => ({
        admit: () => ({ rates: {} }),
        release() {
          throw new Error("no connection");
        },
      }),
    };
    await serve(helloOf("fine"), { limits: failing })();
    expect(printed()[0]).toContain("the limits have not taken a place back, request req_");
  });

  it("redacts the secrets of its models, and what a terminal would obey", async () => {
    const leaking = defineModel("leaking", () => {
      throw new Error(`\u001b[2J Bearer ${secret}`);
    });
    await serve(leaking, { secrets: [secret] })();
    expect(printed()[0]).not.toContain(secret);
    expect(printed()[0]).not.toContain("\u001b");
    expect(printed()[0]).toContain("[redacted]");
  });

  it("prints a thrown value that is no error", async () => {
    const throwing = defineModel("throwing", () => {
      throw { password: "x" };
    });
    await serve(throwing)();
    expect(printed()[0]).toMatch(/internal: object$/);
  });
});

describe("reporter", () => {
  it.each(["silent" as const, () => undefined])("%o prints nothing", async (reporter) => {
    await serve(buggy, { reporter })();
    expect(printed()).toEqual([]);
  });

  it("accepts no other word", () => {
    expect(() => serve(buggy, { reporter: "quiet" as never })).toThrow(
      'createService: "reporter" must be one of silent, not "quiet"',
    );
  });
});
