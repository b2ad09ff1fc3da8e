import { createServer } from "node:http";
import { key } from "@diglot/test-support/key";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import { listen } from "@diglot/test-support/servers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AcceptedMembers } from "../src/conversation/members/priced-members.js";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  messagesUpstream,
  type Prices,
  presets,
} from "../src/index.js";

/** A request or a reply as JSON. */
type Body = Readonly<Record<string, unknown>>;

/** Members that change the vendor's price, with the factor that the vendor charges. */
const vendor: Readonly<Record<FormatName, readonly (readonly [string, unknown, number])[]>> = {
  messages: [
    ["speed", "fast", 6],
    ["inference_geo", "us", 1.1],
    ["tools", [{ type: "web_search_20260318", name: "web_search" }], 3],
    ["tools", [{ type: "web_fetch_20260309", name: "web_fetch" }], 4],
    ["tools", [{ type: "code_execution_20260120", name: "code_execution" }], 2],
    ["mcp_servers", [{ type: "url", url: "https://a.test", name: "a" }], 5],
    ["container", { id: "container_1" }, 2],
    ["fallbacks", [{ model: "dear" }], 9],
    ["thread", { type: "continue", previous_message_id: "msg_1" }, 7],
    ["context_management", { edits: [{ type: "compact_20260112" }] }, 2],
    ["models", ["dear"], 9],
    ["provider", { order: ["dear"] }, 9],
  ],
  "chat-completions": [
    ["service_tier", "priority", 2],
    ["service_tier", "flex", 0.5],
    ["web_search_options", {}, 3],
    ["modalities", ["text", "audio"], 16],
    ["audio", { format: "wav", voice: "alloy" }, 16],
    ["prediction", { type: "content", content: "x" }, 2],
    ["models", ["dear"], 9],
    ["plugins", [{ id: "web" }], 3],
    ["provider", { order: ["dear"] }, 9],
    ["route", "fallback", 9],
    ["tools", [{ type: "web_search" }], 3],
  ],
};

/** What the vendor multiplies its prices by for a body. */
function charge(format: FormatName, body: Body): number {
  const asked = vendor[format].filter(
    ([name, value]) => JSON.stringify(body[name]) === JSON.stringify(value),
  );
  return asked.reduce((product, [, , factor]) => product * factor, 1);
}

const usage = {
  messages: { input_tokens: 10, output_tokens: 100 },
  "chat-completions": { prompt_tokens: 10, completion_tokens: 100, total_tokens: 110 },
} as const;

const plainCost = 10 * 1_000 + 100 * 10_000;
const prices = { input: 1, output: 10 };

/** A reply whose upstream says which tier it has used. */
function replyOf(format: FormatName, said: Body): Body {
  return format === "messages"
    ? {
        ...{ id: "msg_1", type: "message", role: "assistant", model: "m" },
        content: [{ type: "text", text: "Hi" }],
        ...{ stop_reason: "end_turn", stop_sequence: null },
        usage: { ...usage.messages, ...said },
      }
    : {
        ...{ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", ...said },
        choices: [
          { index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" },
        ],
        usage: usage["chat-completions"],
      };
}

/** The same as a stream. */
function streamOf(format: FormatName, said: Body): string {
  const { usage: counts, ...message } = replyOf(format, said);
  if (format === "messages") {
    const { stop_reason, ...start } = message;
    const events: readonly Body[] = [
      {
        type: "message_start",
        message: {
          ...{ ...start, content: [], stop_reason: null },
          usage: { ...(counts as Body), output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      {
        ...{ type: "message_delta", delta: { stop_reason, stop_sequence: null } },
        usage: { output_tokens: 100 },
      },
      { type: "message_stop" },
    ];
    return events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");
  }
  const head = { ...message, object: "chat.completion.chunk" };
  const chunks: readonly Body[] = [
    { ...head, choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { ...head, choices: [], usage: counts },
  ];
  return `${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")}data: [DONE]\n\n`;
}

interface Served {
  readonly upstream: FormatName;
  readonly prices: Prices | undefined;
  /** What the upstream says in its replies. */
  readonly said?: Body | undefined;
  readonly preset?: keyof typeof presets | undefined;
}

/** A service in front of an upstream on this machine, or of a function in its place. */
function serve(options: Served, fetch?: typeof globalThis.fetch, port = 1) {
  const { upstream, preset, prices: list } = options;
  const ledger = createMemoryLedger();
  const common = {
    ...{ id: "scripted", baseUrl: `http://127.0.0.1:${port}/v1` },
    ...(list && { prices: list }),
    ...(fetch && { fetch }),
  };
  const service = createService({
    models: [
      upstream === "messages"
        ? messagesUpstream(common)
        : chatCompletionsUpstream({
            ...common,
            ...(preset && { capabilities: presets[preset] as typeof presets.openai }),
          }),
    ],
    keys: createMemoryKeys([{ key, accountId: "team" }]),
    ledger,
  });
  return { service, ledger };
}

/** The same with an upstream in memory, and the bodies that have reached it. */
function serveInMemory(options: Served) {
  const bodies: Body[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}) => {
    bodies.push(JSON.parse(new TextDecoder().decode(init.body as Uint8Array)));
    return Response.json(replyOf(options.upstream, options.said ?? {}));
  };
  return { ...serve(options, fetch), bodies };
}

/** The same with a real upstream. */
async function serveOverSockets(options: Served) {
  const bodies: Body[] = [];
  const { upstream, said = {} } = options;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    bodies.push(body);
    const type = body.stream ? "text/event-stream" : "application/json";
    response.writeHead(200, { "content-type": type });
    response.end(body.stream ? streamOf(upstream, said) : JSON.stringify(replyOf(upstream, said)));
  });
  return { ...serve(options, undefined, await listen(server)), bodies };
}

type Service = ReturnType<typeof serve>["service"];

/** Sends a request; the status and the text of its answer. */
async function ask(service: Service, format: FormatName, change: Body, headers: Body = {}) {
  const [path, init] = requestOf(format, change);
  const response = await service.request(path, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), ...(headers as object) },
  });
  return { status: response.status, text: await response.text() };
}

/** The one row of a ledger, when it is settled. */
async function settledRow({
  service,
  ledger,
}: Pick<ReturnType<typeof serve>, "service" | "ledger">) {
  await service.close();
  const [row, ...others] = ledger.all();
  if (row?.state !== "settled" || others.length > 0) throw new Error("One row is settled.");
  return row;
}

/** What each format says of its models' members. */
const rows = formatNames.flatMap((format) =>
  vendor[format].map(([name, value, factor]) => ({ format, name, value, factor })),
);

describe("a relayed member that changes the price", () => {
  it.each(rows)("is refused before anything is sent: $format $name $value", async (row) => {
    const { format, name, value } = row;
    const served = await serveOverSockets({ upstream: format, prices });
    const { status, text } = await ask(served.service, format, { [name]: value });
    expect([status, JSON.parse(text).error.type]).toEqual([400, "invalid_request_error"]);
    expect(text).toContain(name);
    expect(served.bodies).toEqual([]);
    expect(served.ledger.all()).toEqual([]);
  });

  it.each(rows)("is passed where nothing costs anything: $format $name $value", async (row) => {
    const { format, name, value } = row;
    for (const list of [undefined, { input: 0, output: 0 }]) {
      const served = await serveOverSockets({ upstream: format, prices: list });
      expect((await ask(served.service, format, { [name]: value })).status).toBe(200);
      expect(served.bodies).toMatchObject([{ [name]: value }]);
    }
  });

  it.each(rows)("costs the factor of the list: $format $name $value", async (row) => {
    const { format, name, value, factor } = row;
    const accepts = { [name]: factor };
    const served = await serveOverSockets({ upstream: format, prices: { ...prices, accepts } });
    expect((await ask(served.service, format, { [name]: value })).status).toBe(200);
    const { costNanoDollars, reservedNanoDollars } = await settledRow(served);
    expect(costNanoDollars - factor * plainCost).toBeOneOf([0, 1]);
    expect(costNanoDollars).toBeLessThanOrEqual(reservedNanoDollars);
    expect(served.bodies).toMatchObject([{ [name]: value }]);
  });
});

describe("a free model of a gateway", () => {
  it.each(["models", "plugins", "provider", "route"])("takes no %s", async (name) => {
    const free = { input: 0, output: 0 };
    const served = serveInMemory({
      ...{ upstream: "chat-completions", prices: free, preset: "openRouter" },
    });
    const { status } = await ask(served.service, "chat-completions", { [name]: ["dear"] });
    expect([status, served.bodies]).toEqual([400, []]);
  });
});

describe.each([false, true])("the tier that a reply names, stream: %s", (stream) => {
  const accepts = { service_tier: { priority: 2, flex: 0.5 }, speed: { fast: 6 } };

  it.each<[string, FormatName, Body, Body, number]>([
    ["priority", "chat-completions", { service_tier: "priority" }, { service_tier: "priority" }, 2],
    [
      "no priority",
      "chat-completions",
      { service_tier: "priority" },
      { service_tier: "default" },
      1,
    ],
    ["flex", "chat-completions", { service_tier: "flex" }, { service_tier: "flex" }, 0.5],
    ["no flex", "chat-completions", { service_tier: "flex" }, { service_tier: "default" }, 1],
    ["nothing", "chat-completions", { service_tier: "priority" }, {}, 2],
    ["the project's tier", "chat-completions", {}, { service_tier: "priority" }, 2],
    ["fast", "messages", { speed: "fast" }, { speed: "fast" }, 6],
    ["not fast", "messages", { speed: "fast" }, { speed: "standard" }, 1],
    ["the account's tier", "messages", {}, { service_tier: "priority" }, 2],
    ["nothing", "messages", { speed: "fast" }, {}, 6],
  ])("is billed: %s of %s", async (_name, format, change, said, factor) => {
    const served = await serveOverSockets({
      upstream: format,
      prices: { ...prices, accepts },
      said,
    });
    expect((await ask(served.service, format, { ...change, stream })).status).toBe(200);
    const row = await settledRow(served);
    expect(row.costNanoDollars).toBe(factor * plainCost);
    expect(row.rawUsage).toMatchObject(said);
  });
});

describe("a header that changes the price", () => {
  const beta = { "anthropic-beta": "context-1m-2025-08-07" };

  it("is refused before anything is sent, unless the list has prices for long contexts", async () => {
    const refusing = serveInMemory({ upstream: "messages", prices });
    const { status, text } = await ask(refusing.service, "messages", {}, beta);
    expect([status, JSON.parse(text).error.message]).toEqual([
      400,
      "anthropic-beta: This model has prices, and a feature in this header changes what a reply costs.",
    ]);
    expect([refusing.bodies, refusing.ledger.all()]).toEqual([[], []]);
    const longContext = { above: 200_000, input: 2, output: 15 };
    const taking = serveInMemory({ upstream: "messages", prices: { ...prices, longContext } });
    expect((await ask(taking.service, "messages", {}, beta)).status).toBe(200);
  });
});

describe("a sound in a request", () => {
  const content = [{ type: "input_audio", input_audio: { data: "AA==", format: "wav" } }];
  const sound = { messages: [{ role: "user", content }] };

  it("is refused where its tokens have no price", async () => {
    const served = serveInMemory({ upstream: "chat-completions", prices });
    const { status, text } = await ask(served.service, "chat-completions", sound);
    expect([status, JSON.parse(text).error]).toMatchObject([400, { param: "messages[0]" }]);
    expect([served.bodies, served.ledger.all()]).toEqual([[], []]);
  });

  it("costs the factor that the list has for it", async () => {
    const accepts = { input_audio: 16 };
    const served = serveInMemory({ upstream: "chat-completions", prices: { ...prices, accepts } });
    expect((await ask(served.service, "chat-completions", sound)).status).toBe(200);
    expect((await settledRow(served)).costNanoDollars).toBe(16 * plainCost);
  });
});

const anyBody = (format: FormatName) =>
  fc
    .subarray([...vendor[format]], { maxLength: 4 })
    .map((picked): Body => Object.fromEntries(picked.map(([name, value]) => [name, value])));

const anyAccepted = (format: FormatName): fc.Arbitrary<AcceptedMembers> =>
  fc.subarray([...vendor[format]]).map((picked) =>
    // The last of a name is what a body can have of it, so one factor for any value is the highest.
    Object.fromEntries(
      picked.map(([name]) => [
        name,
        Math.max(...vendor[format].filter((row) => row[0] === name).map((row) => row[2])),
      ]),
    ),
  );

describe.each(formatNames)("P2 any members that change the price, in %s", (caller) => {
  it.each(formatNames)("are refused or paid, with an upstream that speaks %s", async (upstream) => {
    await fc.assert(
      fc.asyncProperty(
        anyBody(caller),
        anyAccepted(upstream),
        fc.constantFrom(undefined, ...(["openai", "vllm", "openRouter", "mistral"] as const)),
        async (change, accepts, preset) => {
          const listed = { ...prices, accepts };
          const served = serveInMemory({ upstream, prices: listed, preset });
          const { status } = await ask(served.service, caller, change);
          expect([200, 400]).toContain(status);
          expect(served.bodies).toHaveLength(status === 200 ? 1 : 0);
          if (status === 400) {
            expect(served.ledger.all()).toEqual([]);
            return;
          }
          const { costNanoDollars, reservedNanoDollars } = await settledRow(served);
          const owed = charge(upstream, served.bodies[0] ?? {}) * plainCost;
          // Fractions of a nano-dollar are no loss.
          expect(costNanoDollars).toBeGreaterThanOrEqual(Math.floor(owed));
          expect(costNanoDollars).toBeLessThanOrEqual(reservedNanoDollars);
        },
      ),
      { numRuns: repeats(200, 4_000) },
    );
  });
});
