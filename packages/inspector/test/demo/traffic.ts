import { callers, type Gateway } from "./gateway.ts";

/** Whatever has the service. */
type Serving = Pick<Gateway, "service">;

/** One call to the gateway of the demonstration. */
export interface DemoCall {
  readonly model: string;
  readonly format?: "messages" | "chat";
  readonly account?: keyof typeof callers;
  readonly stream?: boolean;
  readonly text?: string;
  /** More members of the body. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Sends a call, and gives the answer, of which nothing has been read. */
export function send({ service }: Serving, call: DemoCall): Promise<Response> {
  const { model, format = "messages", account = "atlas", stream = false } = call;
  const { text = "What does a gateway see?", more = {} } = call;
  const isChat = format === "chat";
  return service.fetch(
    new Request(`http://gateway.example/v1/${isChat ? "chat/completions" : "messages"}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        ...(isChat
          ? { authorization: `Bearer ${callers[account]}` }
          : { "x-api-key": callers[account] }),
      },
      body: JSON.stringify({
        ...{ model, stream, messages: [{ role: "user", content: text }] },
        ...(isChat ? {} : { max_tokens: 500 }),
        ...more,
      }),
    }),
  );
}

/** A day of a gateway in short: answers of both formats, failures, refusals, a caller who leaves. */
export async function sendDay(gateway: Serving, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      read(gateway, { model: "small", format: "chat", stream: round % 2 === 0 }),
      read(gateway, { model: "small", account: "borealis" }),
      round % 3 === 0 && read(gateway, { model: "broken", format: "chat", account: "borealis" }),
      round % 4 === 0 && read(gateway, { model: "no-such-model", account: "borealis" }),
    ]);
  }
  const left = await send(gateway, { model: "large", stream: true, format: "chat" });
  await left.body?.cancel();
}

/** A failed-over, streamed, translated request that loses something on the way. */
export async function sendFailedOver(gateway: Serving): Promise<void> {
  await read(gateway, {
    model: "large",
    stream: true,
    text: "What does a gateway see? My key is sk-live-4f9a8b7c6d5e4f3a2b1c.",
    more: { system: "Answer in two sentences.", top_k: 20, metadata: { user_id: "user-318" } },
  });
}

async function read(gateway: Serving, call: DemoCall): Promise<void> {
  await (await send(gateway, call)).text().catch(() => undefined);
}
