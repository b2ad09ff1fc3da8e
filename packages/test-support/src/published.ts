import {
  type Answer,
  type ByteSource,
  chatCompletionsFormat,
  type FormatDefinition,
  isPromise,
  type Model,
  messagesFormat,
  type Service,
} from "@diglot/core";
import * as schemas from "@diglot/core/schemas";
import * as ofResponses from "@diglot/responses/schemas";
import * as z from "zod/mini";
import { framesOf } from "./answers.js";
import type { FormatName } from "./requests.js";

type Schema = z.core.$ZodType;

/** What the service promises of one endpoint. */
interface Published {
  /** Absent where no upstream's answer is relayed. */
  readonly format?: FormatName | "responses";
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
    /\/v1\/responses$/,
    {
      format: "responses",
      response: ofResponses.responsesResponse,
      event: ofResponses.responsesStreamEvent,
      error: ofResponses.responsesError,
    },
  ],
  ...(
    [
      [/\/v1\/responses\/input_tokens$/, ofResponses.responsesTokenCount],
      [/\/v1\/responses\/compact$/, ofResponses.responsesCompactedResponse],
      [/\/v1\/responses\/[^/]+\/input_items$/, ofResponses.responsesItemPage],
      [
        /\/v1\/responses\/[^/]+$/,
        z.union([ofResponses.responsesResponse, ofResponses.responsesDeleted]),
      ],
    ] as const
  ).map(([path, response]): readonly [RegExp, Published] => [
    path,
    { format: "responses", response, error: ofResponses.responsesError },
  ]),
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
 * What a model relays is as its upstream has sent it, and is not looked at. Neither is the answer to a
 * path of a format that is not served: it is an error in another format.
 */
export function holdToSchemas(
  service: Service,
  models: readonly Model[],
  formats: readonly Pick<FormatDefinition, "name">[] = [messagesFormat, chatCompletionsFormat],
): Service {
  const served = formats.map(({ name }) => name);
  const promisedAt = (pathname: string): Published | undefined => {
    const [, promised] = published.find(([path]) => path.test(pathname)) ?? [];
    // The service knows no other spelling of its paths.
    if (!/^(?:\/\w[\w:.-]*)+$/.test(pathname)) return undefined;
    if (promised?.format && !served.includes(promised.format)) return undefined;
    return promised && isRelayed(promised, models) ? undefined : promised;
  };
  const watch = (response: Response, target: URL | string) => {
    const promised = promisedAt(new URL(target, "http://localhost").pathname);
    return promised ? watched(response, promised) : response;
  };
  return {
    ...service,
    fetch: async (input, ...context) =>
      watch(await service.fetch(input, ...context), input instanceof Request ? input.url : input),
    request: async (path, init) => watch(await service.request(path, init), path),
    async handle(exchange) {
      const answer = await service.handle(exchange);
      const promised = promisedAt(exchange.target.split("?", 1)[0] ?? "");
      return promised ? watchedAnswer(answer, promised) : answer;
    },
  };
}

function isRelayed({ format }: Published, models: readonly Model[]): boolean {
  return format !== undefined && models.some((model) => relays(model, format));
}

/** Whether the model may be one of an upstream that speaks the format. Only those have secrets. */
function relays({ secrets, ownChoices = [] }: Model, format: string): boolean {
  return secrets !== undefined && (ownChoices.length === 0 || ownChoices.includes(format));
}

/** An answer as adapters get it. Its body is looked at on its way. */
function watchedAnswer(answer: Answer, promised: Published): Answer {
  const look = createLook(headOf(answer), promised);
  const { body } = answer;
  if (body === undefined) return answer;
  if (!(body instanceof Uint8Array)) return { ...answer, body: watchSource(body, look) };
  look(body);
  look(undefined);
  return answer;
}

/** The same source. It waits only where the source waits. */
function watchSource(source: ByteSource, look: Look): ByteSource {
  const pass = (block: Uint8Array | undefined) => {
    look(block);
    return block;
  };
  return {
    read() {
      const block = source.read();
      return isPromise(block) ? block.then(pass) : pass(block);
    },
    cancel: (reason) => source.cancel(reason),
  };
}

function watched(response: Response, promised: Published): Response {
  const head = { ok: response.ok, type: response.headers.get("content-type") ?? "" };
  const readText = response.text.bind(response);
  const text = async () => {
    const read = await readText();
    assertPublished(head, read, promised);
    return read;
  };
  const json = async () => JSON.parse(await text());
  const { body } = response;
  const watchedBody = () => (body ? watchBlocks(body, createLook(head, promised)) : body);
  return Object.defineProperties(response, {
    text: { value: text },
    json: { value: json },
    body: { get: once(watchedBody) },
  });
}

/** The same blocks, pulled one by one, so that nothing is read ahead. */
function watchBlocks(body: ReadableStream<Uint8Array>, look: Look) {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader();
        const { done, value } = await reader.read();
        if (value) look(value);
        if (done) look(undefined);
        if (value) controller.enqueue(value);
        else controller.close();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Looks at the next block of a body; `undefined` is its end. Fails if the body is not as published. */
type Look = (block: Uint8Array | undefined) => void;

function createLook(head: Head, promised: Published): Look {
  const decoder = new TextDecoder();
  let text = "";
  return (block) => {
    text += decoder.decode(block, { stream: block !== undefined });
    // Frames are forgotten once they were looked at: a stream may be endless.
    const frame = isEventStream(head) ? text.lastIndexOf("\n\n") : -1;
    const whole = block === undefined ? text.length : frame < 0 ? 0 : frame + 2;
    if (whole > 0) assertPublished(head, text.slice(0, whole), promised);
    text = text.slice(whole);
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What of an answer says how its body is read. */
interface Head {
  readonly ok: boolean;
  readonly type: string;
}

function headOf({ status, headers }: Answer): Head {
  const [, type = ""] = headers.find(([name]) => name === "content-type") ?? [];
  return { ok: status >= 200 && status < 300, type };
}

function isEventStream({ type }: Head): boolean {
  return type.startsWith("text/event-stream");
}

function assertPublished(head: Head, text: string, promised: Published): void {
  if (isEventStream(head) && promised.event) {
    for (const { data } of framesOf(text)) {
      if (data !== "" && data !== "[DONE]") z.parse(promised.event, JSON.parse(data));
    }
  } else if (head.type.startsWith("application/json")) {
    z.parse(head.ok ? promised.response : promised.error, JSON.parse(text));
  }
}
