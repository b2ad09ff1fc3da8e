import {
  type Answer,
  chatCompletionsFormat,
  chatCompletionsUpstream,
  createMemoryDocuments,
  createMemoryKeys,
  createService,
  defineModel,
  messagesFormat,
  messagesUpstream,
} from "@diglot/core";
import { responses, responsesUpstream } from "@diglot/responses";
import { growthOf, linear } from "@diglot/test-support/growth";
import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import { hostileResponsesRequests } from "../../hostile/responses.ts";

const megabyte = 1_000_000;
const upstreams = {
  messages: messagesUpstream,
  "chat-completions": chatCompletionsUpstream,
  responses: responsesUpstream,
} as const;
const upstreamNames = Object.keys(upstreams) as (keyof typeof upstreams)[];
const formats = [responses(), messagesFormat, chatCompletionsFormat] as const;
const says = (id: string) =>
  defineModel(id, async function* () {
    yield "ok";
  });

/** What the upstreams are: services over a model in process. */
const behind = createService({ models: [says("m")], formats, allowAnonymous: true });

const service = createService({
  formats,
  documents: createMemoryDocuments(),
  keys: createMemoryKeys([{ key }]),
  models: [
    says("in-process"),
    ...upstreamNames.map((id) =>
      upstreams[id]({
        ...{ id, model: "m", baseUrl: "http://localhost/v1", apiKey: key },
        fetch: (url: string | URL | Request, init?: RequestInit) =>
          behind.fetch(new Request(url, init)),
      }),
    ),
  ],
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function serve(model: string, stream: boolean, members: string) {
  const bytes = encoder.encode(`{"model":"${model}","stream":${stream},${members}}`);
  const { status, body } = await service.handle({
    method: "POST",
    target: "/v1/responses",
    headers: new Headers({ authorization: `Bearer ${key}` }),
    body: { kind: "stream", chunks: once(bytes) },
    signal: new AbortController().signal,
  });
  return { status, text: await readAll(body) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readAll(body: Answer["body"]): Promise<string> {
  if (body === undefined || body instanceof Uint8Array) return decoder.decode(body);
  let text = "";
  for (let block = await body.read(); block; block = await body.read()) {
    text += decoder.decode(block, { stream: true });
  }
  return text;
}

describe("a hostile body of 1 MB in Responses", () => {
  it("is one of at least 25 shapes, each with a name of its own", () => {
    const names = hostileResponsesRequests.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(25);
  });

  it.for(hostileResponsesRequests.map((shape, index) => ({ ...shape, index })))(
    "costs no more than its parts, and is answered in its format: $name",
    async ({ toMembers, index }) => {
      const ways = [
        ["in-process", true],
        [upstreamNames[index % upstreamNames.length] ?? "messages", false],
      ] as const;
      for (const [model, stream] of ways) {
        const way = `to ${model}`;
        const { status, text } = await serve(model, stream, toMembers(megabyte));
        expect([200, 400, 404], `${way}: ${text.slice(0, 500)}`).toContain(status);
        if (status !== 200) {
          expect(JSON.parse(text), way).toMatchObject({ error: { message: expect.any(String) } });
          expect(text.length, way).toBeLessThan(50_000);
        }
        const work = (size: number) => serve(model, stream, toMembers(size));
        let growth = await growthOf(work, megabyte);
        for (let more = 0; more < 2 && growth >= linear; more++) {
          growth = Math.min(growth, await growthOf(work, megabyte));
        }
        expect(growth, way).toBeLessThan(linear);
      }
    },
  );
});
