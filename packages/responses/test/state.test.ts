import {
  createMemoryDocuments,
  createMemoryKeys,
  type DocumentStore,
  defineModel,
  thinking,
  toolCall,
} from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { responsesUpstream } from "../src/index.js";
import { type WorldOptions, worldOf } from "./world.js";

const strangersKey = "sk-of-somebody-else";
const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
const strangersHeaders = { ...headers, authorization: `Bearer ${strangersKey}` };

/** A model that says what it was told, so that a test sees the conversation that reached it. */
const mirror = defineModel("scripted", async function* ({ conversation: { system, turns } }) {
  const told = turns.map(({ role, blocks }) => [
    role,
    blocks.map((block) => ("text" in block ? block.text : block.type)).join("|"),
  ]);
  const instructions = system.map((block) => ("text" in block ? block.text : ""));
  yield JSON.stringify([...instructions, ...told]);
});

/** A service that keeps replies, two accounts of it, and what they can do. */
function stateful(
  script: Parameters<typeof worldOf>[0] = mirror,
  { responses = {}, ...options }: WorldOptions = {},
) {
  const keys = createMemoryKeys([
    { key, accountId: "acme" },
    { key: strangersKey, accountId: "stranger" },
  ]);
  const store = createMemoryDocuments();
  const world = worldOf(script, { keys, responses: { store, ...responses }, ...options });

  async function call(method: string, path: string, init: RequestInit = {}) {
    const response = await world.service.request(`/v1/responses/${path}`, {
      method,
      headers,
      ...init,
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answer is looked at, not used.
    return { status: response.status, body: (await response.json()) as any };
  }

  /** What the model was told for a request. */
  async function told(change: object) {
    const { body } = await world.answer(change);
    return JSON.parse(body.output[0].content[0].text);
  }

  return { ...world, store, call, told };
}

describe("a reply that is kept", () => {
  it("R071 R092 is continued with its input, its output and the new input, in this order", async () => {
    const { answer, told } = stateful();
    const first = (await answer({ input: "one" })).body;
    expect(first).toMatchObject({ store: true, previous_response_id: null });
    const second = (await answer({ input: "two", previous_response_id: first.id })).body;
    expect(second.previous_response_id).toBe(first.id);
    expect(await told({ input: "three", previous_response_id: second.id })).toEqual([
      ["user", "one"],
      ["assistant", '[["user","one"]]'],
      ["user", "two"],
      ["assistant", second.output[0].content[0].text],
      ["user", "three"],
    ]);
  });

  it("R093 does not hand on its instructions", async () => {
    const { answer, told } = stateful();
    const { body } = await answer({ input: "one", instructions: "Be brief." });
    const after = await told({
      input: "two",
      instructions: "Be long.",
      previous_response_id: body.id,
    });
    expect(after[0]).toBe("Be long.");
    expect(JSON.stringify(after.slice(0, 2))).not.toContain("Be brief");
  });

  it("R094 can be continued the moment its last event is there, from another process", async () => {
    const { stream, store } = stateful();
    const { events } = await stream({ input: "one" });
    const { response } = events.at(-1);
    const elsewhere = stateful(mirror, { responses: { store } });
    expect(await elsewhere.told({ input: "two", previous_response_id: response.id })).toEqual([
      ["user", "one"],
      ["assistant", '[["user","one"]]'],
      ["user", "two"],
    ]);
  });

  it("holds its last event back until a slow store has kept it", async () => {
    const memory = createMemoryDocuments();
    let isKept = false;
    const asked = deferred();
    const released = deferred();
    const store: DocumentStore = {
      ...memory,
      async write(...args) {
        asked.resolve();
        await released.promise;
        await memory.write(...args);
        isKept = true;
      },
    };
    const { ask } = stateful(mirror, { responses: { store } });
    const response = await ask({ model: "scripted", input: "hi", stream: true });
    let received = "";
    const reading = (async () => {
      for await (const block of response.body ?? []) {
        received += new TextDecoder().decode(block);
        if (received.includes("response.completed")) expect(isKept).toBe(true);
      }
    })();
    await asked.promise;
    expect(received).not.toContain("response.completed");
    released.resolve();
    await reading;
    expect(received).toContain("response.completed");
  });

  it("R099 is read as its caller got it, and is gone once it is deleted, with its items", async () => {
    const { answer, call, told } = stateful();
    const { body } = await answer({ input: "one" });
    expect(await call("GET", body.id)).toEqual({ status: 200, body });
    expect(await call("DELETE", body.id)).toEqual({
      status: 200,
      body: { id: body.id, object: "response", deleted: true },
    });
    expect(await call("GET", body.id)).toMatchObject({
      status: 404,
      body: {
        error: {
          message: `Response with id '${body.id}' not found.`,
          type: "invalid_request_error",
          param: null,
          code: null,
        },
      },
    });
    const item = { type: "item_reference", id: body.output[0].id };
    expect((await answer({ input: [item] })).status).toBe(404);
    await expect(told({ input: "two", previous_response_id: body.id })).rejects.toThrow();
  });

  it("R100 lists its input in the order that is asked for, a page at a time", async () => {
    const { answer, call } = stateful();
    const first = (await answer({ input: "one" })).body;
    const { body } = await answer({
      input: [
        { role: "user", content: [{ type: "input_text", text: "two" }] },
        { id: "msg_own", type: "message", role: "user", content: "three" },
      ],
      previous_response_id: first.id,
    });
    const all = (await call("GET", `${body.id}/input_items?order=asc`)).body;
    expect(all).toMatchObject({ object: "list", has_more: false, last_id: "msg_own" });
    expect(all.data).toMatchObject([
      { type: "message", role: "user", content: [{ type: "input_text", text: "one" }] },
      { type: "message", role: "assistant", id: first.output[0].id },
      { type: "message", role: "user", content: [{ type: "input_text", text: "two" }] },
      { id: "msg_own", content: [{ type: "input_text", text: "three" }] },
    ]);
    for (const { id } of all.data) expect(id).toMatch(/^msg_/);
    const page = (await call("GET", `${body.id}/input_items?limit=1`)).body;
    expect(page).toMatchObject({ first_id: "msg_own", last_id: "msg_own", has_more: true });
    const next = (await call("GET", `${body.id}/input_items?limit=100&after=msg_own`)).body;
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual(
      all.data
        .slice(0, 3)
        .map(({ id }: { id: string }) => id)
        .reverse(),
    );
  });

  it("R100 lists no part of an input whose beginning was deleted", async () => {
    const { answer, call } = stateful();
    const first = (await answer({ input: "one" })).body;
    const { body } = await answer({ input: "two", previous_response_id: first.id });
    await call("DELETE", first.id);
    expect(await call("GET", `${body.id}/input_items`)).toMatchObject({
      status: 404,
      body: { error: { message: `Response with id '${first.id}' not found.` } },
    });
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=x", "limit"],
    ["order=up", "order"],
    ["after=msg_nothing", "after"],
  ])("refuses the page %s, naming the parameter", async (query, param) => {
    const { answer, call } = stateful();
    const { body } = await answer();
    expect(await call("GET", `${body.id}/input_items?${query}`)).toMatchObject({
      status: 400,
      body: { error: { param, type: "invalid_request_error" } },
    });
  });

  it("cannot be cancelled, since it has ended, nor be streamed again", async () => {
    const { answer, call } = stateful();
    const { body } = await answer();
    expect(await call("POST", `${body.id}/cancel`)).toMatchObject({
      status: 400,
      body: { error: { message: "Cannot cancel a synchronous response." } },
    });
    expect(await call("GET", `${body.id}?stream=true`)).toMatchObject({
      status: 400,
      body: { error: { param: "stream" } },
    });
  });

  it("belongs to its account alone", async () => {
    const { answer, ask, call } = stateful();
    const { body } = await answer();
    const init = { headers: strangersHeaders };
    for (const [method, path] of [
      ["GET", body.id],
      ["DELETE", body.id],
      ["GET", `${body.id}/input_items`],
    ]) {
      expect((await call(method, path, init)).status).toBe(404);
    }
    const chained = { model: "scripted", input: "hi", previous_response_id: body.id };
    const continued = await ask(chained, init);
    expect(continued.status).toBe(400);
    const reference = [{ type: "item_reference", id: body.output[0].id }];
    const referred = await ask({ model: "scripted", input: reference }, init);
    expect(referred.status).toBe(404);
    expect((await call("GET", body.id)).status).toBe(200);
  });

  it("is compacted with all before it, without new input", async () => {
    const { answer, call, told } = stateful();
    const { body } = await answer({ input: "one" });
    const compacted = await call("POST", "compact", {
      body: JSON.stringify({ model: "scripted", previous_response_id: body.id }),
    });
    expect(compacted.body.output).toMatchObject([{ type: "compaction" }]);
    const [[, summary]] = await told({ input: compacted.body.output });
    expect(summary).toContain('["user","one"]');
  });

  it("expires", async () => {
    const clock = createFakeClock();
    const store = createMemoryDocuments({ clock });
    const { answer, call } = stateful(mirror, { responses: { store, retention: 1_000 } });
    const { body } = await answer();
    clock.advance(999);
    expect((await call("GET", body.id)).status).toBe(200);
    clock.advance(1);
    expect((await call("GET", body.id)).status).toBe(404);
  });

  it("keeps calls and reasoning for the turn that continues it", async () => {
    let turns: unknown;
    const { answer } = stateful(
      defineModel("scripted", async function* ({ conversation }) {
        turns = conversation.turns;
        if (conversation.turns.length > 1) return yield "Sunny.";
        yield thinking("Which town?", { signature: "signed" });
        yield toolCall({ id: "call_1", name: "weather", arguments: { town: "Bonn" } });
      }),
    );
    const tools = [{ type: "function", name: "weather", parameters: { type: "object" } }];
    const first = (await answer({ input: "Weather?", tools })).body;
    const result = { type: "function_call_output", call_id: "call_1", output: "sun" };
    const second = await answer({ input: [result], tools, previous_response_id: first.id });
    expect(second.body.output[0].content[0].text).toBe("Sunny.");
    expect(turns).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        blocks: [
          { type: "thinking", text: "Which town?", signature: "signed" },
          { type: "tool_call", id: "call_1", name: "weather" },
        ],
      },
      { role: "user", blocks: [{ type: "tool_result", callId: "call_1" }] },
    ]);
  });

  it("R039 is not continued without the outputs of its calls", async () => {
    const { answer } = stateful([toolCall({ id: "call_1", name: "weather", arguments: {} })]);
    const first = (await answer({ input: "Weather?" })).body;
    expect(await answer({ input: "And now?", previous_response_id: first.id })).toMatchObject({
      status: 400,
      body: { error: { message: "No tool output found for function call call_1." } },
    });
  });

  it("R044 gives its items to references, in their place", async () => {
    const { answer, told } = stateful();
    const kept = (await answer({ input: "one" })).body;
    const reference = { type: "item_reference", id: kept.output[0].id };
    const asked = { role: "user", content: "two" };
    expect(await told({ input: [asked, reference, asked] })).toEqual([
      ["user", "two"],
      ["assistant", '[["user","one"]]'],
      ["user", "two"],
    ]);
  });

  it("continues an empty input with what was there before", async () => {
    const { answer, told } = stateful();
    const first = (await answer({ input: "one" })).body;
    for (const input of [[], ""]) {
      const roles = (await told({ input, previous_response_id: first.id })).map(
        ([role]: [string]) => role,
      );
      expect(roles).toEqual(["user", "assistant"]);
    }
  });

  it("names the place of a fault as the caller has numbered its items", async () => {
    const blind = modelOf(["Hello."], { capabilities: { images: false } });
    const { answer } = stateful(blind);
    const first = (await answer({ input: "one" })).body;
    const unsupported = { role: "user", content: [{ type: "input_image", image_url: "x" }] };
    const { body } = await answer({ input: [unsupported], previous_response_id: first.id });
    expect(body.error.param).toMatch(/^input\[0\]/);
  });

  it("is one of many that are stored at the same moment, and all can be continued", async () => {
    const { answer, told } = stateful();
    const first = (await answer({ input: "one" })).body;
    const branches = await Promise.all(
      ["left", "right"].map((input) => answer({ input, previous_response_id: first.id })),
    );
    for (const [index, { body }] of branches.entries()) {
      const [, , third] = await told({ input: "on", previous_response_id: body.id });
      expect(third).toEqual(["user", ["left", "right"][index]]);
    }
  });
});

describe("a reply of an upstream of this format that is kept", () => {
  it.each([false, true])(
    "is continued with the bytes of the caller around what comes before; streamed: %s",
    async (stream) => {
      const sent: string[] = [];
      const upstream = worldOf(mirror);
      const { ask, call } = stateful(
        responsesUpstream({
          ...{ id: "scripted", model: "scripted", apiKey: key, baseUrl: "http://upstream.test/v1" },
          async fetch(url, init) {
            const request = new Request(url, init);
            sent.push(await request.clone().text());
            return upstream.service.fetch(request);
          },
        }),
      );
      const send = async (body: string) => (await ask({}, { body })).text();
      const first = await send(`{"model":"scripted","input":"one","stream":${stream}}`);
      const id = /"id":"(resp_[^"]+)"/.exec(first)?.[1];
      const own = '{ "role":"user", "content":"two", "x":1.0 }';
      await send(
        `{ "previous_response_id" : "${id}", "model":"scripted","z":1e2, "input":[ ${own} ] }`,
      );
      const [, text = ""] = sent;
      expect(text.startsWith('{ "previous_response_id" : null, "model":"scripted","z":1e2,')).toBe(
        true,
      );
      expect(text.endsWith(`${own} ] }`)).toBe(true);
      expect(JSON.parse(text).input).toMatchObject([
        { type: "message", role: "user", content: "one" },
        { type: "message", role: "assistant", content: [{ text: '[["user","one"]]' }] },
        { role: "user", content: "two", x: 1 },
      ]);
      expect((await call("GET", String(id))).body).toMatchObject({ id, object: "response" });
    },
  );

  it("puts a text and a reference into the bytes as well", async () => {
    const sent: string[] = [];
    const upstream = worldOf(mirror);
    const { answer } = stateful(
      responsesUpstream({
        ...{ id: "scripted", model: "scripted", apiKey: key, baseUrl: "http://upstream.test/v1" },
        async fetch(url, init) {
          const request = new Request(url, init);
          sent.push(await request.clone().text());
          return upstream.service.fetch(request);
        },
      }),
    );
    const { body } = await answer({ input: "one" });
    const reference = { type: "item_reference", id: body.output[0].id };
    await answer({ input: "two", previous_response_id: body.id });
    await answer({ input: "", previous_response_id: body.id });
    await answer({ input: [reference, { role: "user", content: "two" }] });
    const inputs = sent.slice(1).map((text) => JSON.parse(text).input);
    const [question, reply] = [{ content: "one" }, { id: body.output[0].id, type: "message" }];
    expect(inputs).toMatchObject([
      [question, reply, { role: "user", content: "two" }],
      [question, reply],
      [reply, { role: "user", content: "two" }],
    ]);
  });
});

describe("a reply that is not kept", () => {
  it("R091 is refused when somebody continues it, in the vendor's words", async () => {
    for (const world of [stateful(), worldOf(mirror)]) {
      expect(await world.answer({ previous_response_id: "resp_0" })).toMatchObject({
        status: 400,
        body: {
          error: {
            message: "Previous response with id 'resp_0' not found.",
            type: "invalid_request_error",
            param: "previous_response_id",
            code: "previous_response_not_found",
          },
        },
      });
    }
  });

  it("R095 is neither readable nor continued, if its caller declined", async () => {
    const { answer, call } = stateful();
    const { body } = await answer({ store: false });
    expect(body.store).toBe(false);
    expect((await call("GET", body.id)).status).toBe(404);
    expect((await answer({ previous_response_id: body.id })).status).toBe(400);
  });

  it("is one that has failed", async () => {
    const { ask, call } = stateful(
      defineModel("scripted", async function* () {
        yield "Half";
        throw new Error("broken");
      }),
    );
    const answer = await (await ask({ model: "scripted", input: "hi", stream: true })).text();
    const id = /"id":"(resp_[^"]+)"/.exec(answer)?.[1];
    expect(answer).toContain("response.failed");
    expect((await call("GET", String(id))).status).toBe(404);
  });

  it("is answered nevertheless when the store fails, and the failure is reported", async () => {
    const failures: unknown[] = [];
    const store: DocumentStore = {
      ...createMemoryDocuments(),
      write: () => Promise.reject(new Error("disk full")),
    };
    const { answer } = stateful(mirror, {
      responses: { store },
      reporter: (event) => event.type === "failure" && failures.push(event),
    });
    expect((await answer()).status).toBe(200);
    expect(failures).toMatchObject([{ type: "failure", step: "documents" }]);
  });

  it("is refused with 503 while the store cannot be asked", async () => {
    const down = () => Promise.reject(new Error("down"));
    const store = { write: down, read: down, delete: down };
    const { answer, call } = stateful(mirror, { responses: { store } });
    expect((await answer({ previous_response_id: "resp_1" })).status).toBe(503);
    expect((await call("GET", "resp_1")).status).toBe(503);
  });
});

describe("the count of input tokens", () => {
  it("R102 counts what would reach the model, earlier items included, without asking it", async () => {
    let calls = 0;
    const { answer, call } = stateful(
      defineModel("scripted", async function* () {
        calls += 1;
        yield "Hello there, how are you today?";
      }),
    );
    const { body } = await answer({ input: "one" });
    const count = (change: object) =>
      call("POST", "input_tokens", {
        body: JSON.stringify({ model: "scripted", input: "two", ...change }),
      });
    const alone = await count({});
    const continued = await count({ previous_response_id: body.id });
    expect(alone).toMatchObject({ status: 200, body: { object: "response.input_tokens" } });
    expect(continued.body.input_tokens).toBeGreaterThan(alone.body.input_tokens);
    expect(calls).toBe(1);
  });
});
