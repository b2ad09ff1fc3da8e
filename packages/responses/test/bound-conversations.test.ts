import { balanced, messagesUpstream, withFallback } from "@diglot/core";
import { endpoints } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { responsesUpstream } from "../src/index.js";
import { worldOf } from "./world.js";

type Json = Record<string, unknown>;

/** A vendor of Responses that knows only the reasoning and the containers that it has made itself. */
function newVendor(name: string) {
  const vendor = { isDown: false, refused: 0, bodies: [] as Json[] };
  const own = `made-by-${name}-`;
  const made = (what: string) => `${own}${what}-${vendor.bodies.length}`;
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const text = await new Response(init?.body).text();
    const error = { type: "server_error", message: "No." };
    if (vendor.isDown) return Response.json({ error }, { status: 503 });
    const proofs = text.match(/made-by-\w+-/g) ?? [];
    if (proofs.some((proof) => proof !== own)) {
      vendor.refused += 1;
      return Response.json(
        { error: { ...error, code: "invalid_encrypted_content" } },
        { status: 400 },
      );
    }
    const body = JSON.parse(text) as Json;
    vendor.bodies.push(body);
    return Response.json(toResponse(name, made, body));
  };
  return { vendor, fetch, name };
}

function toResponse(name: string, made: (what: string) => string, { tools }: Json): Json {
  const runs = Array.isArray(tools) && tools.length > 0;
  const call = { type: "code_interpreter_call", id: "ci_1", status: "completed", code: "1" };
  const content = [{ type: "output_text", text: `From ${name}.`, annotations: [], logprobs: [] }];
  return {
    ...{ id: "resp_1", object: "response", created_at: 1, status: "completed", model: "large" },
    output: [
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: made("proof") },
      ...(runs ? [{ ...call, container_id: made("container"), outputs: [] }] : []),
      { type: "message", id: "msg_1", status: "completed", role: "assistant", content },
    ],
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {} },
    ...{ parallel_tool_calls: true, tool_choice: "auto", tools: [], temperature: 1, top_p: 1 },
    usage: {
      ...{ input_tokens: 5, output_tokens: 5, total_tokens: 10 },
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 1 },
    },
  };
}

function world() {
  const vendors = { one: newVendor("one"), two: newVendor("two") };
  const models = Object.values(vendors).map(({ name, fetch }) =>
    responsesUpstream({
      id: `at-${name}`,
      baseUrl: `http://${name}.test/v1`,
      model: "large",
      fetch,
    }),
  );
  const group = balanced(models, { id: "group", failures: 1 });
  // A second request of the group, for a first one that fails.
  const { service } = worldOf(withFallback([group, group]));
  const ask = async (path: string, headers: object, body: Json) => {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const response = await service.request(path, {
      ...init,
      body: JSON.stringify({ ...body, model: "group" }),
    });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    const by = text.includes("From one.") ? ("one" as const) : ("two" as const);
    return { by, body: JSON.parse(text), receipt: response.headers.get("x-diglot-receipt") };
  };
  const refused = () => vendors.one.vendor.refused + vendors.two.vendor.refused;
  return { ask, refused, vendors };
}

const authorization = { authorization: endpoints["chat-completions"].headers.authorization };

describe("a conversation with encrypted reasoning behind balanced", () => {
  it.each([
    ["reasoning", { include: ["reasoning.encrypted_content"] }],
    ["a container", { tools: [{ type: "code_interpreter", container: { type: "auto" } }] }],
  ])(
    "stays with the upstream that has made its %s, and goes on elsewhere without",
    async (_what, more) => {
      const { ask, refused, vendors } = world();
      const places = new Set<string>();
      for (let index = 0; index < 8; index++) {
        const input: unknown[] = [{ role: "user", content: `Question ${index}` }];
        const turn = async () => {
          const answer = await ask("/v1/responses", authorization, {
            input,
            store: false,
            ...more,
          });
          input.push(...answer.body.output, { role: "user", content: "And then?" });
          return answer;
        };
        const { by: home } = await turn();
        places.add(home);
        for (let turns = 0; turns < 3; turns++) expect((await turn()).by).toBe(home);
        if (places.size < 2) continue;
        vendors[home].vendor.isDown = true;
        const moved = await turn();
        expect(moved.by).not.toBe(home);
        expect(moved.receipt).toContain('dropped;p="/input/1"');
        vendors[home].vendor.isDown = false;
        expect((await turn()).by).toBe(moved.by);
        break;
      }
      expect(places.size).toBe(2);
      expect(refused()).toBe(0);
    },
  );

  it("gets a new container in place of one that its caller has made elsewhere", async () => {
    const { ask, vendors } = world();
    const input: unknown[] = [{ role: "user", content: "Question" }];
    const { by: home } = await ask("/v1/responses", authorization, {
      input,
      tools: [{ type: "code_interpreter", container: { type: "auto" } }],
    });
    const tools = [{ type: "code_interpreter", container: `made-by-${home}-container-0` }];
    vendors[home].vendor.isDown = true;
    const moved = await ask("/v1/responses", authorization, { input, tools });
    expect(moved.by).not.toBe(home);
    expect(moved.receipt).toContain('dropped;p="/tools/0/container"');
    expect(vendors[moved.by].vendor.bodies.at(-1)?.tools).toEqual([
      { type: "code_interpreter", container: { type: "auto" } },
    ]);
  });

  it("stays for callers of Messages, who return what was sealed for them", async () => {
    const { ask, refused, vendors } = world();
    const { path, headers } = endpoints.messages;
    for (let index = 0; index < 6; index++) {
      const messages: unknown[] = [{ role: "user", content: `Question ${index}` }];
      const thinking = { type: "enabled", budget_tokens: 1_024 };
      const turn = async () => {
        const answer = await ask(path, headers, { messages, max_tokens: 2_000, thinking });
        messages.push(
          { role: "assistant", content: answer.body.content },
          { role: "user", content: "And then?" },
        );
        return answer;
      };
      const { by: home } = await turn();
      for (let turns = 0; turns < 2; turns++) expect((await turn()).by).toBe(home);
      if (index < 5) continue;
      vendors[home].vendor.isDown = true;
      expect((await turn()).by).not.toBe(home);
    }
    expect(refused()).toBe(0);
  });
});

describe("a conversation of Responses behind upstreams of two formats", () => {
  it("keeps to the one that has signed its reasoning", async () => {
    const { vendors } = world();
    const signed = {
      ...{ id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" },
      content: [
        { type: "thinking", thinking: "Hm.", signature: "sig-1" },
        { type: "text", text: "From Messages." },
      ],
      ...{ stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    };
    let isDown = true;
    const one = responsesUpstream({
      ...{ id: "one", baseUrl: "http://one.test/v1" },
      fetch: (...call) =>
        isDown
          ? Promise.resolve(Response.json({ error: { message: "No." } }, { status: 503 }))
          : vendors.one.fetch(...call),
    });
    const sent: Json[] = [];
    const other = messagesUpstream({
      ...{ id: "other", baseUrl: "http://other.test" },
      fetch: async (_url, init) => {
        sent.push(JSON.parse(await new Response(init?.body).text()));
        return Response.json(signed);
      },
    });
    const { answer } = worldOf(withFallback([one, other], { id: "scripted" }));
    const input: unknown[] = [{ role: "user", content: "Question" }];
    const first = await answer({ input, reasoning: { effort: "low" } });
    isDown = false;
    input.push(...first.body.output, { role: "user", content: "And then?" });
    await answer({ input, reasoning: { effort: "low" } });
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sent[1])).toContain('"signature":"sig-1"');
  });
});
