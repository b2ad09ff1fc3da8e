import type { Model, Service } from "@diglot/core";
import * as schemas from "@diglot/core/schemas";
import * as z from "zod/mini";
import { framesOf } from "./answers.js";
import type { FormatName } from "./requests.js";

type Schema = z.core.$ZodType;

/** What the service promises of one endpoint. */
interface Published {
  /** Absent where no upstream's answer is relayed. */
  readonly format?: FormatName;
  readonly response: Schema;
  readonly event?: Schema;
  readonly error: Schema;
}

const eitherError = z.union([schemas.messagesError, schemas.chatCompletionsError]);

const published: readonly (readonly [path: RegExp, Published])[] = [
  [
    /\/v1\/messages\/count_tokens$/,
    {
      format: "messages",
      response: schemas.messagesTokenCount,
      error: schemas.messagesError,
    },
  ],
  [
    /\/v1\/messages$/,
    {
      format: "messages",
      response: schemas.messagesResponse,
      event: schemas.messagesStreamEvent,
      error: schemas.messagesError,
    },
  ],
  [
    /\/v1\/chat\/completions$/,
    {
      format: "chat-completions",
      response: schemas.chatCompletionsResponse,
      event: z.union([schemas.chatCompletionsChunk, schemas.chatCompletionsError]),
      error: schemas.chatCompletionsError,
    },
  ],
  [
    /\/v1\/models$/,
    {
      response: z.union([schemas.messagesModelsList, schemas.chatCompletionsModelsList]),
      error: eitherError,
    },
  ],
  [
    /\/v1\/models\/./,
    {
      response: z.union([schemas.messagesModel, schemas.chatCompletionsModel]),
      error: eitherError,
    },
  ],
];

/**
 * The service, whose answers are held against the published schemas when a test or an official client
 * reads them, with `text()`, `json()` or as a stream. Reading fails if an answer is not as published.
 * What a model relays is as its upstream has sent it, and is not looked at.
 */
export function holdToSchemas(service: Service, models: readonly Model[]): Service {
  const watch = (response: Response, target: URL | string) => {
    const { pathname } = new URL(target, "http://localhost");
    const [, promised] = published.find(([path]) => path.test(pathname)) ?? [];
    if (!promised || isRelayed(promised, models)) return response;
    return watched(response, promised);
  };
  return {
    ...service,
    fetch: async (input, ...context) =>
      watch(await service.fetch(input, ...context), input instanceof Request ? input.url : input),
    request: async (path, init) => watch(await service.request(path, init), path),
  };
}

function isRelayed({ format }: Published, models: readonly Model[]): boolean {
  return format !== undefined && models.some((model) => relays(model, format));
}

/** Whether the model may be one of an upstream that speaks the format. Only those have secrets. */
function relays({ secrets, ownChoices = [] }: Model, format: FormatName): boolean {
  return secrets !== undefined && (ownChoices.length === 0 || ownChoices.includes(format));
}

function watched(response: Response, promised: Published): Response {
  const readText = response.text.bind(response);
  const text = async () => {
    const read = await readText();
    assertPublished(response, read, promised);
    return read;
  };
  const json = async () => JSON.parse(await text());
  const { body } = response;
  const watchedBody = () => (body ? watchBlocks(response, body, promised) : body);
  return Object.defineProperties(response, {
    text: { value: text },
    json: { value: json },
    body: { get: once(watchedBody) },
  });
}

/** The same blocks, pulled one by one, so that nothing is read ahead. */
function watchBlocks(response: Response, body: ReadableStream<Uint8Array>, promised: Published) {
  const decoder = new TextDecoder();
  const isStream = isEventStream(response);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let text = "";
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader();
        const { done, value } = await reader.read();
        text += decoder.decode(value, { stream: !done });
        // Frames are forgotten once they were looked at: a stream may be endless.
        const frame = isStream ? text.lastIndexOf("\n\n") : -1;
        const whole = done ? text.length : frame < 0 ? 0 : frame + 2;
        if (whole > 0) assertPublished(response, text.slice(0, whole), promised);
        text = text.slice(whole);
        if (value) controller.enqueue(value);
        else controller.close();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

function assertPublished(response: Response, text: string, promised: Published): void {
  const type = response.headers.get("content-type") ?? "";
  if (isEventStream(response) && promised.event) {
    for (const { data } of framesOf(text)) {
      if (data !== "" && data !== "[DONE]") z.parse(promised.event, JSON.parse(data));
    }
  } else if (type.startsWith("application/json")) {
    z.parse(response.ok ? promised.response : promised.error, JSON.parse(text));
  }
}
