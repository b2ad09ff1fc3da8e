import { chatCompletionsUpstream, type Model, messagesUpstream } from "@diglot/core";
import type { requests } from "./bodies.ts";

export type Format = keyof typeof requests;

/** What an upstream answers; throws for a connection that fails. */
export type Answer = () => Response;

/** A model of an upstream of a format, which answers so. */
export function upstreamOf(format: Format, answer: Answer): Model {
  const create = format === "messages" ? messagesUpstream : chatCompletionsUpstream;
  return create({
    ...{ id: "any", model: "vendor", baseUrl: "https://vendor.example", apiKey: "a-key-of-it" },
    fetch: async () => answer(),
  });
}

/** An answer that is a body. */
export function json(body: unknown, init: ResponseInit = {}): Answer {
  return () => Response.json(body, init);
}

/** An answer that is a text of some type. */
export function plain(text: string, type: string, status = 200): Answer {
  return () => new Response(text, { status, headers: { "content-type": type } });
}

/** An answer that is a stream of events. */
export function eventStream(format: Format, events: readonly object[]): Answer {
  const frames = events.map((event) => {
    const name = format === "messages" && "type" in event ? `event: ${event.type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const end = format === "chat" ? "data: [DONE]\n\n" : "";
  return plain(frames.join("") + end, "text/event-stream");
}
