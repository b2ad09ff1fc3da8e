import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type InProcessRequest,
  type ModelYield,
  type ServiceOptions,
} from "../src/index.js";

/** The key that every test service knows. */
export const key = "sk-test-0123456789abcdef";

/** A model from a plain list, or from a generator. */
export function modelOf(
  script: readonly ModelYield[] | ((request: InProcessRequest) => AsyncIterable<ModelYield>),
  options: Parameters<typeof defineModel>[2] = {},
): ReturnType<typeof defineModel> {
  const respond =
    typeof script === "function"
      ? script
      : async function* () {
          yield* script;
        };
  return defineModel("test-model", respond, options);
}

/** A service with one model, and access to its ledger. */
export function serviceOf(
  script: Parameters<typeof modelOf>[0],
  options: Partial<ServiceOptions> & { model?: Parameters<typeof modelOf>[1] } = {},
) {
  const ledger = createMemoryLedger();
  const failures: unknown[] = [];
  const { model, ...rest } = options;
  const service = createService({
    models: [modelOf(script, model)],
    keys: createMemoryKeys([{ key }]),
    ledger,
    reporter(event) {
      if (event.type === "failure") failures.push(event.error);
    },
    ...rest,
  });
  return { service, ledger, failures };
}

/** The two formats, with what a test needs to write requests of them. */
export const endpoints = {
  messages: {
    path: "/v1/messages",
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    body: { model: "test-model", max_tokens: 1000, messages: [{ role: "user", content: "hi" }] },
  },
  "chat-completions": {
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${key}` },
    body: { model: "test-model", messages: [{ role: "user", content: "hi" }] },
  },
} as const;

export type FormatName = keyof typeof endpoints;
export const formatNames = Object.keys(endpoints) as FormatName[];

/** A request in one of the formats. `change` is merged into the body. */
export function requestOf(
  format: FormatName,
  change: Record<string, unknown> = {},
  init: RequestInit = {},
) {
  const { path, headers, body } = endpoints[format];
  return [
    path,
    {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ ...body, ...change }),
      ...init,
    },
  ] as const;
}

/** One frame of an event stream. */
export interface Frame {
  readonly event: string | undefined;
  readonly data: string;
}

/** Splits the text of an event stream; comments are left out. */
export function framesOf(text: string): Frame[] {
  return text
    .split("\n\n")
    .filter((block) => block.trim() !== "" && !block.startsWith(":"))
    .map((block) => {
      const lines = block.split("\n");
      const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "";
      return { event, data };
    });
}

/** The text of a streamed or JSON answer of either format. */
export function textOf(format: FormatName, value: unknown): string {
  const body = value as {
    content?: { text?: string }[];
    choices?: { message: { content: string | null } }[];
  };
  return format === "messages"
    ? (body.content ?? []).map(({ text }) => text ?? "").join("")
    : (body.choices?.[0]?.message.content ?? "");
}

/** Waits until a condition holds, or fails after half a minute. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition did not come true within 30 s.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
