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
 * The service, whose answers are held against the published schemas when a test reads them with
 * `text()` or `json()`. Both then reject if the answer is not as published. What a model relays is as
 * its upstream has sent it, and is not looked at.
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
  return Object.defineProperties(response, { text: { value: text }, json: { value: json } });
}

function assertPublished(response: Response, text: string, promised: Published): void {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream") && promised.event) {
    for (const { data } of framesOf(text)) {
      if (data !== "" && data !== "[DONE]") z.parse(promised.event, JSON.parse(data));
    }
  } else if (type.startsWith("application/json")) {
    z.parse(response.ok ? promised.response : promised.error, JSON.parse(text));
  }
}
