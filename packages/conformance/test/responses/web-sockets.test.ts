import { createServer } from "node:http";
import { createHttpServer, serveWebSockets, toNodeHandler } from "@diglot/adapter-node-http";
import {
  chatCompletionsFormat,
  createMemoryDocuments,
  defineModel,
  messagesFormat,
  type ServiceOptions,
} from "@diglot/core";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { deferred } from "@diglot/test-support/wait";
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";

/** Says what the user has said in all turns. */
const mirror: Script = async function* ({ conversation }) {
  const texts = conversation.turns.flatMap(({ role, blocks }) =>
    role === "user" ? blocks.map((block) => ("text" in block ? block.text : block.type)) : [],
  );
  yield texts.join("|");
};

/** What the tests look at in a message of the server. */
interface Event {
  readonly type: string;
  readonly sequence_number: number;
  readonly stream_id?: string;
  readonly delta?: string;
  readonly response?: {
    readonly id: string;
    readonly previous_response_id: string | null;
    readonly output: readonly { readonly content: readonly { readonly text: string }[] }[];
  };
}

/** A server of all formats, and how a client of it opens connections. */
async function serve(
  script: Script | ReturnType<typeof defineModel> = mirror,
  options: Partial<ServiceOptions> = {},
) {
  const formats = [
    responses({ store: createMemoryDocuments() }),
    messagesFormat,
    chatCompletionsFormat,
  ] as const;
  const { service, ledger } = serviceOf(script, { formats, ...options });
  const server = createHttpServer(service);
  const origin = `http://127.0.0.1:${await listen(server)}`;

  async function connect({ path = "/v1/responses", credential = key } = {}) {
    const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, {
      headers: { authorization: `Bearer ${credential}` },
    });
    socket.on("error", () => undefined);
    onTestFinished(() => socket.terminate());
    const received: Event[] = [];
    const isBinary: boolean[] = [];
    socket.on("message", (data, binary) => {
      isBinary.push(binary);
      received.push(JSON.parse(String(data)));
    });
    const refused = new Promise<number | undefined>((resolve) => {
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
    });
    const opened = new Promise<void>((resolve) => socket.once("open", () => resolve()));
    const status = await Promise.race([opened, refused]);

    /** Asks for a response, and waits until it has ended. */
    async function ask(change: object, type = "response.create"): Promise<readonly Event[]> {
      const from = received.length;
      socket.send(JSON.stringify({ type, model: "scripted", ...change }));
      await expect.poll(() => received.slice(from).some(isLast)).toBe(true);
      return received.slice(from);
    }

    return { socket, status, received, isBinary, ask };
  }

  return { service, server, origin, connect, ledger };
}

function isLast({ type }: Event): boolean {
  return /^(?:response\.(?:completed|incomplete|failed)|error)$/.test(type);
}

const textOf = (events: readonly Event[]) => events.at(-1)?.response?.output[0]?.content[0]?.text;
const idOf = (events: readonly Event[]) => events.at(-1)?.response?.id;

const unknownPrevious = {
  type: "error",
  status: 400,
  error: { code: "previous_response_not_found", param: "previous_response_id" },
};

describe("a connection for responses", () => {
  it("R106 R107 R115 brings the events of a stream, each as a text of its own", async () => {
    const { connect, service, ledger } = await serve();
    const { ask, isBinary } = await connect();
    const events = await ask({ input: "hi", stream: true, stream_options: null });
    const posted = await service.request("/v1/responses", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: "scripted", input: "hi", stream: true }),
    });
    const types = [...(await posted.text()).matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events.map(({ sequence_number: number }) => number)).toEqual([...events.keys()]);
    expect(new Set(isBinary)).toEqual(new Set([false]));
    await expect.poll(() => ledger.all()).toHaveLength(2);
  });

  it("R115 answers one request after another", async () => {
    const { ask } = await (await serve()).connect();
    expect(textOf(await ask({ input: "one" }))).toBe("one");
    expect(textOf(await ask({ input: "two" }))).toBe("two");
  });

  it("R108 R115 continues its last reply, also one that is not kept, and that on no other connection", async () => {
    const { connect } = await serve();
    const { ask } = await connect();
    const first = await ask({ input: "one", store: false });
    const next = { input: "two", store: false, previous_response_id: idOf(first) };
    const second = await ask(next);
    expect(textOf(second)).toBe("one|two");
    expect(textOf(await ask({ ...next, input: "three", previous_response_id: idOf(second) }))).toBe(
      "one|two|three",
    );
    const elsewhere = await connect();
    expect(await elsewhere.ask(next)).toMatchObject([unknownPrevious]);
    expect(textOf(await elsewhere.ask({ input: "one|two", store: false }))).toBe("one|two");
  });

  it("continues a reply that is kept on every connection", async () => {
    const { connect } = await serve();
    const first = await (await connect()).ask({ input: "one" });
    const { ask } = await connect();
    expect(textOf(await ask({ input: "two", previous_response_id: idOf(first) }))).toBe("one|two");
  });

  it.each([
    ["all are kept", [true, true, true]],
    ["only the last one is kept", [false, false, true]],
    ["one between others is not kept", [true, false, true]],
  ])("is continued on another connection with all that was said, if %s", async (_, kept) => {
    const { connect } = await serve();
    const { ask } = await connect();
    let previous: string | undefined;
    for (const [index, store] of kept.entries()) {
      const continued = previous && { previous_response_id: previous };
      previous = idOf(await ask({ input: `${index}`, store, ...continued }));
    }
    const elsewhere = await connect();
    const last = await elsewhere.ask({ input: "last", previous_response_id: previous });
    expect(textOf(last)).toBe("0|1|2|last");
  });

  it("goes on from a warm-up that continues what is kept, and is kept with all of it", async () => {
    const { connect } = await serve();
    const { ask } = await connect();
    const first = await ask({ input: "one" });
    const warm = await ask({ input: "two", generate: false, previous_response_id: idOf(first) });
    const third = await ask({ input: "three", previous_response_id: idOf(warm) });
    const elsewhere = await connect();
    const last = await elsewhere.ask({ input: "four", previous_response_id: idOf(third) });
    expect(textOf(last)).toBe("one|two|three|four");
  });

  it("R115 refuses what it does not know, and goes on", async () => {
    const { ask } = await (await serve()).connect();
    expect(await ask({ input: "hi", previous_response_id: "resp_0" })).toMatchObject([
      unknownPrevious,
    ]);
    expect(textOf(await ask({ input: "hi" }))).toBe("hi");
  });

  it("R109 R115 forgets a reply from which a request could not go on", async () => {
    const model: Script = async function* (request) {
      if (JSON.stringify(request.conversation.turns).includes("fail")) throw new Error("broken");
      yield* mirror(request);
    };
    const { ask } = await (await serve(model)).connect();
    const first = await ask({ input: "one", store: false });
    const next = { store: false, previous_response_id: idOf(first) };
    const failed = await ask({ input: "fail", ...next });
    expect(failed.at(-1)?.type).not.toBe("response.completed");
    expect(await ask({ input: "two", ...next })).toMatchObject([unknownPrevious]);
  });

  it("R110 gives an id to go on from without asking the model", async () => {
    const { connect, ledger } = await serve();
    const { ask } = await connect();
    const warm = await ask({ input: "one", generate: false, store: false });
    expect(warm.map(({ type }) => type)).toEqual(["response.created", "response.completed"]);
    expect(warm.at(-1)?.response).toMatchObject({ output: [], usage: { total_tokens: 0 } });
    expect(ledger.all()).toEqual([]);
    const next = { input: "two", previous_response_id: idOf(warm), store: false };
    const warmer = await ask({ ...next, generate: false });
    expect(warmer.at(-1)?.response?.previous_response_id).toBe(idOf(warm));
    const last = await ask({ ...next, input: "three", previous_response_id: idOf(warmer) });
    expect(textOf(last)).toBe("one|two|three");
  });

  it("R115 begins anew from a compaction", async () => {
    const { connect, service } = await serve();
    const compacted = await service.request("/v1/responses/compact", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: "scripted", input: "one" }),
    });
    const { output } = (await compacted.json()) as { output: object[] };
    const { ask } = await connect();
    const events = await ask({ input: [...output, { role: "user", content: "two" }] });
    expect(textOf(events)).toMatch(/^Summary.*one.*\|two$/s);
  });

  it("answers the requests of a lane in their order, and those of others at the same time", async () => {
    const waiting = new Map<string, () => void>();
    const model: Script = async function* (request) {
      let said = "";
      for await (const piece of mirror(request)) said += piece;
      if (said.startsWith("slow")) await new Promise<void>((go) => waiting.set(said, go));
      yield said;
    };
    const { socket, received } = await (await serve(model)).connect();
    const send = (lane: string, input: string) =>
      socket.send(
        JSON.stringify({ type: "response.create", model: "scripted", input, stream_id: lane }),
      );
    send("a", "slow");
    send("a", "after");
    send("b", "other");
    const ends = () =>
      received.filter(isLast).map((event) => [event.stream_id, textOf([event])] as const);
    await expect.poll(ends).toEqual([["b", "other"]]);
    await expect.poll(() => waiting.has("slow")).toBe(true);
    waiting.get("slow")?.();
    await expect.poll(ends).toEqual([
      ["b", "other"],
      ["a", "slow"],
      ["a", "after"],
    ]);
    expect(received.every(({ stream_id: lane }) => lane === "a" || lane === "b")).toBe(true);
  });

  const tooMany = { status: 400, error: { code: "websocket_stream_limit_reached" } };

  it("has a limit of lanes", async () => {
    const { ask } = await (await serve()).connect();
    for (let lane = 0; lane < 32; lane++) await ask({ input: "hi", stream_id: `lane ${lane}` });
    expect(await ask({ input: "hi", stream_id: "one more" })).toMatchObject([tooMany]);
    expect(textOf(await ask({ input: "hi", stream_id: "lane 7" }))).toBe("hi");
  });

  it("has a limit of requests that wait", async () => {
    const released = deferred();
    const { socket, received } = await (
      await serve(async function* () {
        await released.promise;
        yield "hi";
      })
    ).connect();
    for (let index = 0; index < 17; index++) {
      socket.send(JSON.stringify({ type: "response.create", model: "scripted", input: "hi" }));
    }
    await expect.poll(() => received.filter(isLast)).toMatchObject([tooMany]);
    released.resolve();
    await expect.poll(() => received.filter(isLast)).toHaveLength(17);
  });

  it.each([
    ["no JSON", "{", 400],
    ["no object", "[1]", 400],
    ["another type", '{"type":"response.steer"}', 400],
    ["a lane that is no text", '{"type":"response.create","stream_id":1}', 400],
    ["a faulty request", '{"type":"response.create"}', 400],
    ["an unknown model", '{"type":"response.create","model":"x","input":"hi"}', 404],
  ])("says what is wrong with %s, and stays open", async (_, text, status) => {
    const { socket, received, ask } = await (await serve()).connect();
    socket.send(text);
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      type: "error",
      status,
      error: { type: "invalid_request_error", message: expect.any(String) },
    });
    expect(textOf(await ask({ input: "hi" }))).toBe("hi");
  });

  it("works with the official client", async () => {
    const { origin } = await serve();
    const client = new OpenAI({ apiKey: key, baseURL: `${origin}/v1` });
    const socket = new ResponsesWS(client);
    onTestFinished(() => socket.close());
    const texts: string[] = [];
    const ended = new Promise((resolve) => {
      socket.on("response.output_text.delta", ({ delta }) => texts.push(delta));
      socket.on("response.completed", resolve);
    });
    socket.send({ type: "response.create", model: "scripted", input: "hi" });
    await ended;
    expect(texts.join("")).toBe("hi");
  });

  it("is refused to a stranger, and at every other path", async () => {
    const { connect } = await serve();
    expect((await connect({ credential: "sk-wrong" })).status).toBe(401);
    expect((await connect({ path: "/v1/chat/completions" })).status).toBe(426);
    expect((await connect({ path: "/v1/responses/compact" })).status).toBe(426);
    expect((await connect({ path: "/nothing" })).status).toBe(404);
  });

  it("stops the model when its caller leaves", async () => {
    const stopped = deferred<unknown>();
    const model = defineModel("scripted", async function* ({ signal }) {
      yield "Once";
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      stopped.resolve(true);
    });
    const { socket, received } = await (await serve(model)).connect();
    socket.send(JSON.stringify({ type: "response.create", model: "scripted", input: "hi" }));
    await expect.poll(() => received.some(({ delta }) => delta === "Once")).toBe(true);
    socket.terminate();
    expect(await stopped.promise).toBe(true);
  });

  it("is closed when the service closes, once its reply has ended", async () => {
    const released = deferred();
    const { connect, service } = await serve(async function* () {
      yield "Once";
      await released.promise;
      yield " more.";
    });
    const [busy, idle] = [await connect(), await connect()];
    const codes: number[] = [];
    busy.socket.once("close", (code) => codes.push(code));
    const idleClosed = new Promise((resolve) => idle.socket.once("close", resolve));
    const asked = busy.ask({ input: "hi" });
    await expect.poll(() => busy.received.length).toBeGreaterThan(2);
    const closing = service.close();
    expect(await idleClosed).toBe(1001);
    expect(codes).toEqual([]);
    released.resolve();
    expect(textOf(await asked)).toBe("Once more.");
    await closing;
    await expect.poll(() => codes).toEqual([1001]);
  });
});

describe("a server that offers no connections", () => {
  it("R105 answers 426 to an upgrade, and 405 to a plain GET", async () => {
    const { service, origin } = await serve();
    const headers = { authorization: `Bearer ${key}` };
    const upgrade = await service.request("/v1/responses", {
      headers: { ...headers, upgrade: "websocket", connection: "upgrade" },
    });
    expect(upgrade.status).toBe(426);
    expect(await upgrade.json()).toMatchObject({
      error: { type: "invalid_request_error", param: null, message: expect.stringMatching("POST") },
    });
    expect((await service.request("/v1/responses", { headers })).status).toBe(405);
    expect((await fetch(`${origin}/v1/responses`, { headers })).status).toBe(405);
  });
});

describe("a server of one's own", () => {
  it("takes connections beside those of others", async () => {
    const { service } = await serve();
    const server = createServer(toNodeHandler(service));
    serveWebSockets(server, service, { mountPath: "/ai" });
    const others: string[] = [];
    server.on("upgrade", (request, socket) => {
      if (request.url?.startsWith("/ai/")) return;
      others.push(request.url ?? "");
      socket.destroy();
    });
    const origin = `ws://127.0.0.1:${await listen(server)}`;
    const foreign = new WebSocket(`${origin}/other`);
    await new Promise((resolve) => foreign.once("error", resolve));
    expect(others).toEqual(["/other"]);
    const own = new WebSocket(`${origin}/ai/v1/responses`, {
      headers: { authorization: `Bearer ${key}` },
    });
    onTestFinished(() => own.terminate());
    await new Promise((resolve) => own.once("open", resolve));
  });
});
