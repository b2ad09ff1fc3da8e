import type { Model, Service, UpstreamOptions } from "@diglot/core";
import type { Work } from "../shared/cpu.ts";
import { callerHeaders, stubTransport } from "../shared/exchange.ts";
import { type Core, loadPackage } from "../shared/project.ts";
import type { Case } from "./case.ts";

type Responses = typeof import("@diglot/responses");

/** Deltas of each stream, and the words of a whole reply. */
const deltas = 200;
const words = 130;

const section = "the Responses API beside Chat Completions";
const callers = {
  responses: { path: "/v1/responses", asked: { input: "Tell me something." } },
  chat: {
    path: "/v1/chat/completions",
    asked: { messages: [{ role: "user", content: "Tell me something." }] },
  },
  messages: {
    path: "/v1/messages",
    asked: { max_tokens: 1_000, messages: [{ role: "user", content: "Tell me something." }] },
  },
} as const;

type FormatName = keyof typeof callers;

/** What Responses cost in the place of Chat Completions, relayed and translated, in both directions. */
export async function responsesCases(root: string, core: Core): Promise<readonly Case[]> {
  const { responses, responsesUpstream } = await loadPackage<Responses>(root, "responses");
  const formats = [responses(), core.messagesFormat, core.chatCompletionsFormat] as const;
  const serve = (model: Model) =>
    core.createService({ models: [model], formats, allowAnonymous: true });
  const makers = {
    responses: responsesUpstream,
    chat: core.chatCompletionsUpstream,
    messages: core.messagesUpstream,
  };

  /** A service before an upstream whose answer was written by a service of the same format. */
  async function before(upstream: FormatName, stream: boolean): Promise<Service> {
    const said = Array<string>(stream ? deltas : words).fill("word ");
    const writer = core.defineModel("m", async function* () {
      yield* said;
    });
    const response = await ask(serve(writer), upstream, stream);
    const blocks = (await response.text())
      .split(/(?<=\n\n)/)
      .map((text) => new TextEncoder().encode(text));
    const contentType = stream ? "text/event-stream" : "application/json";
    const make = makers[upstream] as (options: UpstreamOptions) => Model;
    const transport = stubTransport(() => blocks, contentType);
    return serve(make({ id: "m", baseUrl: "http://127.0.0.1:9/v1", transport }));
  }

  async function work(caller: FormatName, upstream: FormatName, stream: boolean): Promise<Work> {
    const service = await before(upstream, stream);
    return async () => (await ask(service, caller, stream)).arrayBuffer();
  }

  const pairs = [
    ["relayed", ["responses", "responses"], ["chat", "chat"]],
    ["from Messages", ["responses", "messages"], ["chat", "messages"]],
    ["for Messages", ["messages", "responses"], ["messages", "chat"]],
  ] as const;
  const cases = pairs.flatMap(([name, own, bare]) =>
    [false, true].map(async (stream): Promise<Case> => {
      return {
        section,
        title: `${name}, ${stream ? "one delta" : "one exchange"}`,
        reference: `${bare.join(" → ")}`,
        ...(stream && { operations: deltas }),
        own: await work(own[0], own[1], stream),
        bare: await work(bare[0], bare[1], stream),
      };
    }),
  );
  return Promise.all(cases);
}

async function ask(service: Service, caller: FormatName, stream: boolean): Promise<Response> {
  const { path, asked } = callers[caller];
  const response = await service.fetch(
    new Request(`http://service${path}`, {
      method: "POST",
      headers: callerHeaders,
      body: JSON.stringify({ model: "m", stream, ...asked }),
    }),
  );
  if (!response.ok) throw new Error(await response.text());
  return response;
}
