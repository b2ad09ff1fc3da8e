import {
  type Asked,
  type Body,
  type Call,
  type Choice,
  createDiglot,
  type Json,
  key,
  type Message,
  type Sent,
  type Server,
} from "./server.js";

/** What is changed in a parsed value: in place, or by a new one. */
type Change = (value: Json, position: number) => Json | undefined;

const jsonHeaders = () => new Headers({ "content-type": "application/json", "x-request-id": "r" });

/** Diglot with another answer. */
export function answering(
  change: (sent: Sent, asked: Asked) => Sent,
  server = createDiglot(),
): Server {
  return async (asked) => change(await server(asked), asked);
}

/** Diglot with another request. */
function asking(change: (asked: Asked) => Asked): Server {
  const diglot = createDiglot();
  return (asked) => diglot(change(asked));
}

/** Diglot that refuses some requests in another way. */
export function refusing(when: (asked: Asked) => boolean, status: number, body?: Json): Server {
  const diglot = createDiglot();
  const error = { message: "No.", type: "invalid_request_error", param: null, code: null };
  return async (asked) =>
    when(asked)
      ? { status, headers: jsonHeaders(), text: JSON.stringify(body ?? { error }) }
      : diglot(asked);
}

/** Diglot with other JSON bodies of a status. */
export function inJson(change: Change, status = 200, server = createDiglot()): Server {
  return answering((sent) => {
    const isJson = sent.headers.get("content-type")?.startsWith("application/json");
    if (!isJson || sent.status !== status) return sent;
    const value: Json = JSON.parse(sent.text);
    return {
      ...sent,
      headers: withoutLength(sent),
      text: JSON.stringify(change(value, 0) ?? value),
    };
  }, server);
}

/** Diglot with another message in its plain answers. */
export function inMessage(
  change: (message: Message, choice: Choice) => void,
  server = createDiglot(),
): Server {
  const changed = (body: Json) => {
    const [choice] = (body.choices ?? []) as Choice[];
    if (choice) change(choice.message, choice);
    return body;
  };
  return inJson(changed, 200, server);
}

/** Diglot with other counts in its plain answers. */
export function inUsage(change: Json): Server {
  return inJson((body) =>
    body.usage ? { ...body, usage: { ...(body.usage as Json), ...change } } : body,
  );
}

/** Diglot with other calls in its plain answers. */
export function inCalls(change: (call: Call) => void): Server {
  return inMessage((message) => forEach(message.tool_calls, change));
}

/** Diglot with other text in its streams. */
export function inStream(change: (text: string) => string, server = createDiglot()): Server {
  return answering(
    (sent) => (isStream(sent) ? { ...sent, text: change(sent.text) } : sent),
    server,
  );
}

/** Diglot with other chunks. */
export function inChunks(change: Change): Server {
  return inStream((text) => {
    let position = -1;
    return text.replace(/^data: (\{.*)$/gm, (_line, json: string) => {
      position += 1;
      const chunk: Json = JSON.parse(json);
      return `data: ${JSON.stringify(change(chunk, position) ?? chunk)}`;
    });
  });
}

/** Diglot with other choices in its chunks. */
export function inChoices(change: (choice: Choice, position: number) => void): Server {
  return inChunks((chunk, position) => {
    for (const choice of chunk.choices as Choice[]) change(choice, position);
    return chunk;
  });
}

/** Diglot with other fragments of calls in its chunks. */
export function inFragments(change: (fragment: Call) => void): Server {
  return inChoices(({ delta }) => forEach(delta.tool_calls, change));
}

/** Diglot with another header; null takes it away. */
export function withHeader(name: string, value: string | null, when = (_: Sent) => true): Server {
  return answering((sent) => {
    if (!when(sent)) return sent;
    const headers = new Headers(sent.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return { ...sent, headers };
  });
}

/** Diglot that gets other bodies. */
export function inBody(change: (body: Body) => Json): Server {
  return asking((asked) => {
    const body = bodyOf(asked);
    return body ? { ...asked, text: JSON.stringify(change(body)) } : asked;
  });
}

/** Diglot that never sees some members of the body. */
export function ignoring(...names: readonly string[]): Server {
  return inBody((body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
  );
}

/** A server that answers anything with what it would say to the smallest request. */
export function takingAll(): Server {
  const messages = [{ role: "user", content: "Say hello." }];
  return asking((asked) => ({
    method: "POST",
    path: "/v1/chat/completions",
    headers: new Headers({ "content-type": "application/json", authorization: `Bearer ${key}` }),
    text: JSON.stringify({ model: "echo", messages, stream: bodyOf(asked)?.stream === true }),
  }));
}

/** The body of a request, if it is a JSON object. */
export function bodyOf({ text }: Asked): Body | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Body)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an answer is a stream. */
export function isStream({ headers }: Sent): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

function withoutLength(sent: Sent): Headers {
  const headers = new Headers(sent.headers);
  headers.delete("content-length");
  return headers;
}

function forEach(calls: readonly Call[] | undefined, change: (call: Call) => void): void {
  for (const call of calls ?? []) change(call);
}
