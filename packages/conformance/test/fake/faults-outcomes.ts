import { type Fault, faults } from "@diglot/testing";

/** The official clients that are held against the faults. */
export type Client = "@anthropic-ai/sdk" | "openai" | "openai, Responses";

/** How a client is asked: for a whole message, for its events, or for its helper's message out of events. */
export type Way = "message" | "stream" | "helper";

/** What a client that may try again once makes of a fault, in each way or in all of them. */
export interface FaultOutcomes
  extends Readonly<Record<Client, string | Readonly<Record<Way, string>>>> {
  readonly what: string;
  readonly fault: Fault;
}

const soon = { retryAfterSeconds: 0.01 };
const broken = { kind: "internal" } as const;

/** A stream that comes as it should. */
const whole = {
  "@anthropic-ai/sdk": {
    message: "returns the message",
    stream: "gives 10 events, then ends",
    helper: "returns the message",
  },
  openai: {
    message: "returns the message",
    stream: "gives 7 events, then ends",
    helper: "returns the message",
  },
  "openai, Responses": {
    message: "returns the message",
    stream: "gives 13 events, then ends",
    helper: "returns the message",
  },
} as const;

/** An answer whose content type is not looked at in streams, and makes JSON a text that is not read. */
const unread = {
  "@anthropic-ai/sdk": { ...whole["@anthropic-ai/sdk"], message: "returns a string" },
  openai: { ...whole.openai, message: "returns a string" },
  "openai, Responses": { ...whole["openai, Responses"], message: "throws TypeError" },
} as const;

/**
 * What the official clients do when something goes wrong, as it was observed. Whole streams have 10
 * events in Messages, 7 in Chat Completions and 13 in Responses; without "after a retry" there was one call.
 */
export const outcomes: readonly FaultOutcomes[] = [
  {
    what: "a rate limit",
    fault: faults.rateLimited(soon),
    "@anthropic-ai/sdk": "throws RateLimitError 429 after a retry",
    openai: "throws RateLimitError 429 after a retry",
    "openai, Responses": "throws RateLimitError 429 after a retry",
  },
  {
    what: "an overloaded service",
    fault: faults.overloaded(soon),
    "@anthropic-ai/sdk": "throws OverloadedError 529 after a retry",
    openai: "throws InternalServerError 503 after a retry",
    "openai, Responses": "throws InternalServerError 503 after a retry",
  },
  {
    what: "a server error",
    fault: faults.serverError(),
    "@anthropic-ai/sdk": "throws InternalServerError 500 after a retry",
    openai: "throws InternalServerError 500 after a retry",
    "openai, Responses": "throws InternalServerError 500 after a retry",
  },
  {
    what: "a request that is refused",
    fault: faults.error("bad_request"),
    "@anthropic-ai/sdk": "throws BadRequestError 400",
    openai: "throws BadRequestError 400",
    "openai, Responses": "throws BadRequestError 400",
  },
  {
    what: "an account without money",
    fault: faults.error("budget_exhausted"),
    "@anthropic-ai/sdk": "throws PaymentRequiredError 402",
    openai: "throws RateLimitError 429",
    "openai, Responses": "throws RateLimitError 429",
  },
  {
    what: "a page of a proxy with status 502",
    fault: faults.html(502),
    "@anthropic-ai/sdk": "throws InternalServerError 502 after a retry",
    openai: "throws InternalServerError 502 after a retry",
    "openai, Responses": "throws InternalServerError 502 after a retry",
  },
  {
    what: "a page of a proxy with status 200",
    fault: faults.html(200),
    "@anthropic-ai/sdk": {
      message: "returns a string",
      stream: "gives 0 events, then ends",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "returns a string",
      stream: "gives 0 events, then ends",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws TypeError",
      stream: "gives 0 events, then ends",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "no answer within the client's time limit",
    fault: faults.timeout(),
    "@anthropic-ai/sdk": "throws APIConnectionTimeoutError after a retry",
    openai: "throws APIConnectionTimeoutError after a retry",
    "openai, Responses": "throws APIConnectionTimeoutError after a retry",
  },
  {
    what: "a connection that is lost before the head",
    fault: faults.unreachable(),
    "@anthropic-ai/sdk": "throws APIConnectionError after a retry",
    openai: "throws APIConnectionError after a retry",
    "openai, Responses": "throws APIConnectionError after a retry",
  },
  {
    what: "no content type",
    fault: faults.contentType(),
    ...unread,
  },
  {
    what: "another content type",
    fault: faults.contentType("text/html"),
    ...unread,
  },
  {
    what: "an empty body",
    fault: faults.cut({ bytes: 0 }),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 0 events, then ends",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "returns undefined",
      stream: "gives 0 events, then ends",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws TypeError",
      stream: "gives 0 events, then ends",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "a body that ends in its first line",
    fault: faults.cut({ bytes: 10 }),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 0 events, then ends",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "throws SyntaxError",
      stream: "throws SyntaxError",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws SyntaxError",
      stream: "throws SyntaxError",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "a body that ends between two events",
    fault: faults.cut({ events: 4 }),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 4 events, then ends",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "throws SyntaxError",
      stream: "gives 4 events, then ends",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws SyntaxError",
      stream: "gives 4 events, then ends",
      helper: "returns another message",
    },
  },
  {
    what: "a connection that breaks in the first line",
    fault: faults.reset({ bytes: 10 }),
    "@anthropic-ai/sdk": {
      message: "throws TypeError",
      stream: "throws TypeError",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "throws TypeError",
      stream: "throws TypeError",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws TypeError",
      stream: "throws TypeError",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "a connection that breaks between two events",
    fault: faults.reset({ events: 4 }),
    "@anthropic-ai/sdk": {
      message: "throws TypeError",
      stream: "gives 4 events, then throws TypeError",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "throws TypeError",
      stream: "gives 4 events, then throws TypeError",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws TypeError",
      stream: "gives 4 events, then throws TypeError",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "silence for ever after some events",
    fault: faults.stall({ events: 4 }),
    "@anthropic-ai/sdk": "waits for ever",
    openai: {
      message: "throws APIConnectionTimeoutError after a retry",
      stream: "waits for ever",
      helper: "waits for ever",
    },
    "openai, Responses": {
      message: "throws APIConnectionTimeoutError after a retry",
      stream: "waits for ever",
      helper: "waits for ever",
    },
  },
  { what: "a short silence after some events", fault: faults.stall({ events: 4 }, 10), ...whole },
  { what: "a trickle of bytes", fault: faults.trickle(50, 1), ...whole },
  {
    what: "the first event twice",
    fault: faults.duplicate({ events: 1 }),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 11 events, then ends",
      helper: "throws AnthropicError",
    },
    openai: {
      message: "throws SyntaxError",
      stream: "gives 8 events, then ends",
      helper: "returns the message",
    },
    "openai, Responses": {
      message: "throws SyntaxError",
      stream: "gives 14 events, then ends",
      helper: "returns the message",
    },
  },
  {
    what: "a later event twice",
    fault: faults.duplicate({ events: 4 }),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 11 events, then ends",
      helper: "returns another message",
    },
    openai: {
      message: "throws SyntaxError",
      stream: "gives 8 events, then ends",
      helper: "returns another message",
    },
    "openai, Responses": {
      message: "throws SyntaxError",
      stream: "gives 14 events, then ends",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "an event whose data is no JSON",
    fault: faults.garbage({ events: 4 }),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 10 events, then ends",
      helper: "returns the message",
    },
    openai: {
      message: "throws SyntaxError",
      stream: "gives 4 events, then throws SyntaxError",
      helper: "throws OpenAIError",
    },
    "openai, Responses": {
      message: "throws SyntaxError",
      stream: "gives 4 events, then throws SyntaxError",
      helper: "throws OpenAIError",
    },
  },
  {
    what: "a comment between two events",
    fault: faults.garbage({ events: 4 }, ": keep-alive\n\n"),
    "@anthropic-ai/sdk": {
      message: "throws SyntaxError",
      stream: "gives 10 events, then ends",
      helper: "returns the message",
    },
    openai: {
      message: "throws SyntaxError",
      stream: "gives 7 events, then ends",
      helper: "returns the message",
    },
    "openai, Responses": {
      message: "throws SyntaxError",
      stream: "gives 13 events, then ends",
      helper: "returns the message",
    },
  },
  {
    what: "an error event instead of the first event",
    fault: faults.errorEvent({ events: 0 }, broken),
    "@anthropic-ai/sdk": {
      message: "throws InternalServerError 500 after a retry",
      stream: "throws APIError",
      helper: "throws APIError",
    },
    openai: {
      message: "throws InternalServerError 500 after a retry",
      stream: "throws APIError",
      helper: "throws APIError",
    },
    "openai, Responses": {
      message: "throws InternalServerError 500 after a retry",
      stream: "gives 2 events, then throws APIError",
      helper: "throws APIError",
    },
  },
  {
    what: "an error event after a content block",
    fault: faults.errorEvent({ blocks: 1 }, broken),
    "@anthropic-ai/sdk": {
      message: "throws InternalServerError 500 after a retry",
      stream: "gives 8 events, then throws APIError",
      helper: "throws APIError",
    },
    openai: {
      message: "throws InternalServerError 500 after a retry",
      stream: "gives 6 events, then throws APIError",
      helper: "throws APIError",
    },
    "openai, Responses": {
      message: "throws InternalServerError 500 after a retry",
      stream: "gives 12 events, then throws APIError",
      helper: "throws APIError",
    },
  },
  {
    what: "no last event",
    fault: faults.noTerminal(),
    "@anthropic-ai/sdk": {
      message: "returns the message",
      stream: "gives 9 events, then ends",
      helper: "throws AnthropicError",
    },
    openai: whole.openai,
    "openai, Responses": {
      message: "returns the message",
      stream: "gives 12 events, then ends",
      helper: "returns the message",
    },
  },
  { what: "reads that end inside characters", fault: faults.splitCharacters(), ...whole },
  { what: "reads that end inside lines", fault: faults.splitLines(), ...whole },
  { what: "reads of many events", fault: faults.merge(4), ...whole },
  { what: "reads of three bytes", fault: faults.chunks({ bytes: 3 }), ...whole },
];
