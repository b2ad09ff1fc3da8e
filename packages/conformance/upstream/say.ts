import { type Answer, type HttpAnswer, jsonAnswer } from "./answer.js";
import { chatAnswer } from "./chat-completions.js";
import { type ChatDialectName, chatDialects } from "./dialects.js";
import { messagesAnswer, messagesError } from "./messages.js";
import type { RecordedRequest } from "./recorded-request.js";
import type { Script } from "./script.js";

/** Spoils a good answer, or changes it in a way that nobody should notice. */
export type Fault = (answer: HttpAnswer) => Answer;

/** A fault, or a harmless change, after which there is still an answer as data. */
export type Change = (answer: HttpAnswer) => HttpAnswer;

/** Options of `say`. */
export interface SayOptions {
  /** The server that speaks on the Chat Completions path. @default "openai" */
  readonly dialect?: ChatDialectName | undefined;
  /** Answers with a stream, or with JSON, whatever was asked. */
  readonly stream?: boolean | undefined;
}

/** Says the script in the format that the request's path names, streamed if that was asked. */
export function say(script: Script, fault: Fault = whole, { dialect, stream }: SayOptions = {}) {
  return (request: RecordedRequest): Answer => {
    const asked = readAsked(request.body);
    const streamed = stream ?? asked.stream;
    return fault(
      speaksMessages(request)
        ? messagesAnswer(script, streamed)
        : chatAnswer(script, { stream: streamed, includeUsage: asked.includeUsage, dialect }),
    );
  };
}

/** No fault: the answer as it is. */
export const whole: Change = (answer) => answer;

/** An error of a real status, in the format that the request's path names. */
export function fail(
  status: number,
  type: string,
  message: string,
  { headers = [], dialect = "openai" }: FailOptions = {},
) {
  return (request: RecordedRequest): HttpAnswer =>
    jsonAnswer(
      speaksMessages(request)
        ? messagesError(type, message)
        : chatDialects[dialect].toError(status, type, message),
      status,
      headers,
    );
}

/** Options of `fail`. */
export interface FailOptions {
  readonly headers?: HttpAnswer["headers"] | undefined;
  /** The server that fails on the Chat Completions path. @default "openai" */
  readonly dialect?: ChatDialectName | undefined;
}

/** Whether the request came for the Messages format. */
export function speaksMessages({ path }: RecordedRequest): boolean {
  return /\/messages(?:\?|$)/.test(path);
}

function readAsked(body: unknown): { readonly stream: boolean; readonly includeUsage: boolean } {
  const { stream, stream_options } = (body ?? {}) as {
    readonly stream?: unknown;
    readonly stream_options?: { readonly include_usage?: unknown } | null;
  };
  return { stream: stream === true, includeUsage: stream_options?.include_usage === true };
}
