import {
  type Clock,
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  defineModel,
  type InProcessRequest,
  type Model,
  type ModelYield,
  messagesUpstream,
  presets,
  type Service,
} from "@diglot/core";
import { createFold, createStreamReader, readResponse } from "@diglot/core/translation";
import { type FormatName, formatNames, headersOf, requestOf } from "@diglot/test-support/requests";
import { type Served, serviceOf as serve } from "@diglot/test-support/services";

/** What a scripted upstream does. */
export type Script = (request: InProcessRequest) => AsyncIterable<ModelYield>;

/** The key of the callers; shaped like none that a pattern knows. */
export const callerKey = "caller+key+0123456789";

/** The key at the upstream. */
const upstreamKey = "sk-upstream-0123456789";

/** A service of its own that answers by a script, and how often it was asked. */
export function scriptedService(script: Script) {
  let asked = 0;
  const model = defineModel("scripted", (request) => {
    asked++;
    return script(request);
  });
  const service = createService({
    models: [model],
    keys: createMemoryKeys([{ key: upstreamKey }]),
  });
  return { service, asked: () => asked };
}

/** An upstream of a format whose requests go to a service in this process. */
export function upstreamTo(
  service: Service,
  format: "messages" | "chat-completions" = "chat-completions",
): Model {
  const options = {
    id: "scripted",
    apiKey: upstreamKey,
    fetch: ((input: Request | URL | string, init?: RequestInit) =>
      service.fetch(new Request(input, init))) as typeof fetch,
  };
  return format === "messages"
    ? messagesUpstream({
        ...options,
        baseUrl: "http://upstream.invalid",
        capabilities: { ...presets.anthropic, thinkingModes: ["enabled", "adaptive", "disabled"] },
      })
    : chatCompletionsUpstream({
        ...options,
        baseUrl: "http://upstream.invalid/v1",
        capabilities: presets.vllm,
      });
}

/** A service in front of a model, for callers in both formats. */
export function serviceOf(model: Model, clock?: Clock): Served {
  return serve(model, { keys: createMemoryKeys([{ key: callerKey }]), clock });
}

/** Posts a body to the path of a format. */
export function post(
  service: Service,
  format: FormatName,
  body: object,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = headersOf(format, callerKey);
  return service.request(...requestOf(format, body, { headers, ...(signal && { signal }) }));
}

/** The smallest question of both formats. */
export const question = { messages: [{ role: "user", content: "Where does it rain?" }] };

/** What an answer says, read by its format: for whole ones and streams alike. */
export async function saidBy(response: Response, format: FormatName) {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const fold = createFold();
  for (const event of eventsOf(text, format)) fold.push(event);
  const { model, blocks, stop, usage } = fold.result();
  return {
    model,
    blocks: blocks.map(({ opened, text: content }) => ({ ...opened, content })),
    reason: stop.reason,
    usage: { input: usage.input, output: usage.output },
  };
}

function* eventsOf(text: string, format: FormatName) {
  if (text.startsWith("{")) {
    yield* readResponse(format, JSON.parse(text), { text });
    return;
  }
  const reader = createStreamReader(format);
  yield* reader.push(text);
  yield* reader.end();
}

/** A body that asks for a stream, or for none, and for its usage in either case. */
export function asking(body: object, format: FormatName, stream: boolean): object {
  const usage = format === "chat-completions" && stream;
  return { ...body, stream, ...(usage && { stream_options: { include_usage: true } }) };
}

/** The two formats, streamed and not. */
export const ways = formatNames.flatMap((format) =>
  [false, true].map((stream) => ({ format, stream })),
);
