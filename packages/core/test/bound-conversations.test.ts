import { createFakeClock, type FakeClock } from "@diglot/test-support/clock";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { balanced, type Model, messagesUpstream, withFallback, withRetry } from "../src/index.js";

type Json = Record<string, unknown>;

/** How a vendor answers: what it makes, and what it refuses. */
interface Vendor {
  readonly name: string;
  isDown: boolean;
  /** The bodies that it has answered. */
  readonly answered: Json[];
  /** The requests that it has refused, because somebody else has made what is in them. */
  readonly refused: Json[];
}

const newVendor = (name: string): Vendor => ({ name, isDown: false, answered: [], refused: [] });

/** Everything in a body that a vendor can check: signatures, hidden reasoning, containers. */
function proofsOf(body: Json): string[] {
  return JSON.stringify(body).match(/made-by-\w+-\d+/g) ?? [];
}

let made = 0;

/** A vendor of Messages that signs its thinking, and knows only what it has made itself. */
async function answer(vendor: Vendor, body: Json): Promise<Response> {
  const error = (status: number, type: string, message: string) =>
    Response.json({ type: "error", error: { type, message } }, { status });
  if (vendor.isDown) return error(529, "overloaded_error", "Overloaded");
  const own = `made-by-${vendor.name}-`;
  if (proofsOf(body).some((proof) => !proof.startsWith(own))) {
    vendor.refused.push(body);
    return error(400, "invalid_request_error", "Invalid `signature` in `thinking` block");
  }
  vendor.answered.push(body);
  const proof = () => `${own}${++made}`;
  const content = [
    { type: "thinking", thinking: "Hm.", signature: proof() },
    { type: "redacted_thinking", data: proof() },
    { type: "text", text: `From ${vendor.name}.` },
  ];
  const container = { id: proof(), expires_at: "2026-11-28T10:00:00Z" };
  const message = {
    ...{ id: "msg_1", type: "message", role: "assistant", model: "large", content },
    ...{ stop_reason: "end_turn", stop_sequence: null },
    ...(body.container !== undefined && { container }),
    usage: { input_tokens: 5, output_tokens: 5 },
  };
  return body.stream === true ? toStream(message) : Response.json(message);
}

function toStream({ content, ...message }: { content: readonly Json[] } & Json): Response {
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap(({ ...block }, index) => {
      const { thinking, signature, text } = block;
      const deltas = [
        ...(thinking ? [{ type: "thinking_delta", thinking }] : []),
        ...(signature ? [{ type: "signature_delta", signature }] : []),
        ...(text ? [{ type: "text_delta", text }] : []),
      ];
      const empty = {
        ...(thinking ? { thinking: "", signature: "" } : {}),
        ...(text ? { text: "" } : {}),
      };
      return [
        { type: "content_block_start", index, content_block: { ...block, ...empty } },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ];
    }),
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** A fake clock on which nobody waits for nothing. */
function createClock(): FakeClock {
  const clock = createFakeClock();
  const { after } = clock;
  return Object.assign(clock, {
    after(milliseconds: number, callback: () => void) {
      if (milliseconds > 0) return after(milliseconds, callback);
      queueMicrotask(callback);
      return () => undefined;
    },
  });
}

/** A service before two vendors of one format. */
function world(
  join: (models: [Model, Model]) => Model,
  vendors = { one: newVendor("one"), two: newVendor("two") },
) {
  const modelOf = (vendor: Vendor) =>
    messagesUpstream({
      ...{ id: `at-${vendor.name}`, baseUrl: `http://${vendor.name}.test`, model: "large" },
      fetch: async (_url, init) =>
        answer(vendor, JSON.parse(await new Response(init?.body).text())),
    });
  const clock = createClock();
  const model = join([modelOf(vendors.one), modelOf(vendors.two)]);
  const { service } = serviceOf(model, { clock, relaysAnything: true });
  const ask = async (caller: "messages" | "chat-completions", change: object) => {
    const response = await service.request(...requestOf(caller, { model: "at-one", ...change }));
    return { response, text: await response.text() };
  };
  /** The vendor that has answered the last request. */
  const lastOf = (text: string) => (text.includes("From one.") ? "one" : "two") as "one" | "two";
  return { ...vendors, vendors, ask, lastOf, clock };
}

type World = ReturnType<typeof world>;

/** A conversation of Messages, whose replies go back as they came. */
function talk({ ask, lastOf }: World, question: string, more: Json = {}) {
  const messages: Json[] = [];
  let asked = question;
  let container: unknown;
  return async (stream = false) => {
    messages.push({ role: "user", content: asked });
    asked = "And then?";
    const body = { messages, stream, ...more, ...(container ? { container } : {}) };
    const { response, text } = await ask("messages", body);
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    messages.push({
      role: "assistant",
      content: stream ? fromStream(text) : JSON.parse(text).content,
    });
    if (!stream) container = JSON.parse(text).container?.id;
    return { by: lastOf(text), receipt: response.headers.get("x-diglot-receipt") };
  };
}

/** The content of the vendors' streams. */
function fromStream(text: string): Json[] {
  const [signature, data] = text.match(/made-by-\w+-\d+/g) ?? [];
  const said = /From \w+\./.exec(text)?.[0];
  return [
    { type: "thinking", thinking: "Hm.", signature },
    { type: "redacted_thinking", data },
    { type: "text", text: said },
  ];
}

const thinks = { thinking: { type: "enabled", budget_tokens: 1_024 }, max_tokens: 2_000 };
const isRefused = ({ one, two }: World) => one.refused.length + two.refused.length > 0;

describe("a conversation that is bound to an upstream, behind balanced", () => {
  it("stays there over many turns, as JSON and as streams, while others go elsewhere", async () => {
    const scene = world((models) => balanced(models));
    const places: string[] = [];
    for (let index = 0; index < 10; index++) {
      const turn = talk(scene, `Question ${index}`, thinks);
      const { by } = await turn();
      places.push(by);
      for (const stream of [true, false, true, false]) expect((await turn(stream)).by).toBe(by);
    }
    expect(new Set(places).size).toBe(2);
    expect(isRefused(scene)).toBe(false);
  });

  it("stays there if each turn reaches another process", async () => {
    const scene = world((models) => balanced(models));
    const other = world((models) => balanced(models), scene.vendors);
    const turns = [scene, other, other, scene, other];
    for (let index = 0; index < 8; index++) {
      let { ask } = scene;
      const turn = talk({ ...scene, ask: (...call) => ask(...call) }, `Question ${index}`, thinks);
      const places = new Set<string>();
      for (const process of turns) {
        ask = process.ask;
        places.add((await turn()).by);
      }
      expect(places.size).toBe(1);
    }
    expect(isRefused(scene)).toBe(false);
  });

  it("stays there although it has not asked for anything that binds it", async () => {
    const scene = world((models) => balanced(models));
    const talks = Array.from({ length: 6 }, (_, index) => talk(scene, `Question ${index}`));
    const places = [];
    for (const turn of talks) places.push((await turn()).by);
    expect(new Set(places).size).toBe(2);
    for (const [index, turn] of talks.entries()) {
      for (let turns = 0; turns < 3; turns++) expect((await turn()).by).toBe(places[index]);
    }
    expect(isRefused(scene)).toBe(false);
  });

  it("goes on elsewhere without what cannot travel, and says so, while its upstream is down", async () => {
    const scene = world((models) => withRetry(balanced(models), { baseDelay: 0 }));
    const turn = talk(scene, "Question", thinks);
    const { by: home } = await turn();
    await turn();
    const other = home === "one" ? "two" : "one";
    scene.vendors[home].isDown = true;
    const moved = await turn();
    expect(moved.by).toBe(other);
    expect(moved.receipt).toBe(
      [1, 3]
        .flatMap((message) => [0, 1].map((block) => `/messages/${message}/content/${block}`))
        .map((place) => `dropped;p="${place}"`)
        .join(", "),
    );
    scene.vendors[home].isDown = false;
    // What it has said there since then binds it anew; what the first upstream made stays left out.
    for (let turns = 0; turns < 3; turns++) {
      const next = await turn();
      expect(next.by).toBe(other);
      expect(next.receipt).toBe(moved.receipt);
    }
    scene.vendors[other].isDown = true;
    const back = await turn();
    expect(back.by).toBe(home);
    expect(back.receipt).not.toContain("/messages/1/");
    expect(back.receipt).toContain('dropped;p="/messages/5/content/0"');
    expect(isRefused(scene)).toBe(false);
  });

  it("goes back when its upstream does, if nothing binds it elsewhere", async () => {
    const scene = world((models) => withRetry(balanced(models), { baseDelay: 0 }));
    const turn = talk(scene, "Question", thinks);
    const { by: home } = await turn();
    const messages = scene.vendors[home].answered[0]?.messages as Json[];
    const signed = [
      ...messages,
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: `made-by-${home}-1` },
          { type: "text", text: "So." },
        ],
      },
      { role: "user", content: "And then?" },
    ];
    const plain = [
      ...signed,
      { role: "assistant", content: "So." },
      { role: "user", content: "And?" },
    ];
    scene.vendors[home].isDown = true;
    const moved = await scene.ask("messages", { ...thinks, messages: signed });
    expect(scene.lastOf(moved.text)).not.toBe(home);
    scene.vendors[home].isDown = false;
    const back = await scene.ask("messages", { ...thinks, messages: plain });
    expect(scene.lastOf(back.text)).toBe(home);
    expect(back.response.headers.get("x-diglot-receipt")).toBeNull();
  });

  it("goes back to its container, or on without it", async () => {
    const scene = world((models) => withRetry(balanced(models), { baseDelay: 0 }));
    const tools = [{ type: "code_execution_20250825", name: "code_execution" }];
    for (let index = 0; index < 6; index++) {
      const turn = talk(scene, `Question ${index}`, { tools, container: null });
      const { by: home } = await turn();
      expect((await turn()).by).toBe(home);
      scene.vendors[home].isDown = true;
      const moved = await turn();
      expect(moved.by).not.toBe(home);
      expect(moved.receipt).toContain('dropped;p="/container"');
      expect(scene.vendors[moved.by].answered.at(-1)?.container).toBeNull();
      scene.vendors[home].isDown = false;
      expect((await turn()).by).toBe(moved.by);
      scene.clock.advance(60_000);
    }
    expect(isRefused(scene)).toBe(false);
  });

  it('is distributed by load if nothing binds it, and kept together with sticky: "prefix"', async () => {
    for (const sticky of [undefined, "prefix"] as const) {
      const scene = world((models) => balanced(models, { sticky }));
      const message = (role: string, content: string) => ({ role, content });
      const stays: boolean[] = [];
      const places = new Set<string>();
      for (let conversation = 0; conversation < 8; conversation++) {
        const messages = [message("user", `Question ${conversation}`)];
        const by: string[] = [];
        for (let turn = 0; turn < 6; turn++) {
          const { text } = await scene.ask("messages", { messages });
          by.push(scene.lastOf(text));
          messages.push(message("assistant", "So."), message("user", "And?"));
        }
        for (const one of by) places.add(one);
        stays.push(new Set(by).size === 1);
      }
      expect(stays.every(Boolean)).toBe(sticky === "prefix");
      expect(places.size).toBe(2);
    }
  });

  it("is kept together for callers of another format, who return the proofs in their own way", async () => {
    const scene = world((models) => withRetry(balanced(models), { baseDelay: 0 }));
    for (let index = 0; index < 4; index++) {
      const messages: Json[] = [{ role: "user", content: `Question ${index}` }];
      const turn = async () => {
        const { response, text } = await scene.ask("chat-completions", { messages });
        expect(response.status).toBe(200);
        messages.push(JSON.parse(text).choices[0].message, { role: "user", content: "And?" });
        return { by: scene.lastOf(text), receipt: response.headers.get("x-diglot-receipt") };
      };
      const { by: home } = await turn();
      expect((await turn()).by).toBe(home);
      scene.vendors[home].isDown = true;
      const moved = await turn();
      expect(moved.by).not.toBe(home);
      expect(moved.receipt).toContain('dropped;p="/messages/1/reasoning_details/0');
      scene.vendors[home].isDown = false;
      expect((await turn()).by).toBe(moved.by);
      scene.clock.advance(60_000);
    }
    expect(isRefused(scene)).toBe(false);
  });
});

describe("a conversation with signatures of which nobody knows who has made them", () => {
  it.each([
    ["balanced", (models: [Model, Model]) => balanced(models)],
    ["withFallback", (models: [Model, Model]) => withFallback(models)],
  ])(
    "goes on without them behind %s once they are refused, and is not refused again",
    async (_name, join) => {
      const scene = world(join);
      const content = [
        { type: "thinking", thinking: "Hm.", signature: "made-by-somebody-1" },
        { type: "text", text: "So." },
      ];
      const question = { role: "user", content: "Question" };
      const messages: Json[] = [question, { role: "assistant", content }, question];
      const first = await scene.ask("messages", { ...thinks, messages });
      expect(first.response.status).toBe(200);
      expect(first.response.headers.get("x-diglot-receipt")).toBe(
        'dropped;p="/messages/1/content/0"',
      );
      messages.push({ role: "assistant", content: JSON.parse(first.text).content }, question);
      const second = await scene.ask("messages", { ...thinks, messages });
      expect(second.response.status).toBe(200);
      expect(scene.lastOf(second.text)).toBe(scene.lastOf(first.text));
      expect(scene.one.refused.length + scene.two.refused.length).toBe(1);
      // What the upstream has made itself goes back to it.
      expect(proofsOf(scene[scene.lastOf(first.text)].answered.at(-1) ?? {})).toHaveLength(2);
    },
  );
});

describe("a conversation that is bound to an upstream, behind withFallback", () => {
  it("asks the first model again and again while nothing binds it to the second", async () => {
    const scene = world((models) => withFallback(models));
    const messages = [{ role: "user", content: "Question" }];
    scene.one.isDown = true;
    expect(scene.lastOf((await scene.ask("messages", { messages })).text)).toBe("two");
    scene.one.isDown = false;
    expect(scene.lastOf((await scene.ask("messages", { messages })).text)).toBe("one");
  });

  it("stays with the fallback that has signed, and goes on with the first one without that", async () => {
    const scene = world((models) => withFallback(models));
    const turn = talk(scene, "Question", thinks);
    scene.one.isDown = true;
    expect(await turn()).toEqual({ by: "two", receipt: null });
    scene.one.isDown = false;
    expect(await turn()).toEqual({ by: "two", receipt: null });
    scene.two.isDown = true;
    const moved = await turn();
    expect(moved.by).toBe("one");
    expect(moved.receipt).toContain('dropped;p="/messages/1/content/0"');
    scene.two.isDown = false;
    expect((await turn()).by).toBe("one");
    expect(isRefused(scene)).toBe(false);
  });
});
