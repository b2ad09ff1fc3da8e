/**
 * No test of the runner: `npm run typecheck` compiles this file. A new version of an official client
 * whose requests the service's wire types do not take, or that expects more of replies than they
 * have, fails there.
 */
import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import type { ChatCompletionChunk } from "../../../core/src/formats/chat-completions/schemas/events.js";
import type { ChatCompletionRequest } from "../../../core/src/formats/chat-completions/schemas/request.js";
import type { ChatCompletion } from "../../../core/src/formats/chat-completions/schemas/response.js";
import type { ErrorBody } from "../../../core/src/formats/messages/schemas/errors.js";
import type { MessageStreamEvent } from "../../../core/src/formats/messages/schemas/events.js";
import type { Message } from "../../../core/src/formats/messages/schemas/response.js";
import type { MessagesRequest } from "../../../core/src/formats/messages/schemas/whole.js";

/** A client's type as a plain object: interfaces have no index signature, and lists can be changed. */
type Plain<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Plain<T[Name]> }
      : T;

/** Every request that a client can write is one that the service's types take. */
export const requests = [
  (request: Plain<Anthropic.MessageCreateParams>): MessagesRequest => request,
  (request: Plain<Anthropic.Beta.MessageCreateParams>): MessagesRequest => request,
  (request: Plain<OpenAI.ChatCompletionCreateParams>): ChatCompletionRequest => request,
];

/** The names of the members that a type names. All objects of the wire may have others. */
type Named<T> = keyof { [Name in keyof T as string extends Name ? never : Name]: unknown };

/** The service's own part of a type: what it passes on unread is of any shape, and is left out. */
type Own<T> = T extends readonly (infer Item)[]
  ? readonly Own<Item>[]
  : T extends object
    ? IsUnread<T> extends true
      ? never
      : { readonly [Name in Named<T> & keyof T]: Own<Exclude<T[Name], undefined>> }
    : T;

/** Whether an object has no members that are named, or is of a type that the service does not know. */
type IsUnread<T> = [Named<T>] extends [never]
  ? true
  : T extends { readonly type: infer Type }
    ? string extends Type
      ? true
      : false
    : false;

/** Words that distinguish the members of a union; of other words the service may say new ones. */
type Tag = "type" | "role" | "object" | "finish_reason";

/** Members that a client's types require and the services leave out where they have nothing to say. */
type Omissible = "citations" | "container" | "output_tokens_details" | "server_tool_use" | "speed";

/** A client's type of a reply, as far as a reply must hold to it. */
type Expected<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Expected<Item>[]
    : T extends object
      ? {
          readonly [Name in keyof T as Name extends Omissible ? never : Name]: ExpectedMember<
            Name,
            T[Name]
          >;
        } & {
          readonly [Name in keyof T as Name extends Omissible ? Name : never]?: ExpectedMember<
            Name,
            T[Name]
          >;
        }
      : T;

type ExpectedMember<Name, T> = Name extends Tag ? T : T extends string ? string : Expected<T>;

/** Every reply of the service is one that a client's types describe. */
export const replies = [
  (reply: Own<Message>): Expected<Anthropic.Message> => reply,
  (reply: Own<ChatCompletion>): Expected<OpenAI.ChatCompletion> => reply,
];

/** So is every event of a stream; clients throw errors and skip pings, which have no type there. */
export const events = [
  (
    event: Own<Exclude<MessageStreamEvent, ErrorBody | { type: "ping" }>>,
  ): Expected<Anthropic.RawMessageStreamEvent> => event,
  (chunk: Own<ChatCompletionChunk>): Expected<OpenAI.ChatCompletionChunk> => chunk,
];
