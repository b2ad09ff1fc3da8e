import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { listen } from "@diglot/test-support/servers";

/** A text that commands a terminal in each way, and begins a line of its own. */
export const hostile =
  "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eab\u2066c\u2028d\u007fe\tf\u0085g\r\nFORGED line";

/** The characters that a terminal would obey, apart from line breaks; and lines that somebody else began. */
export function commandsIn(text: string): readonly string[] {
  return text.match(/[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]|^FORGED.*/gmu) ?? [];
}

/** All that an answer of a gateway to an administrator may hold, and each text of it hostile. */
function adminBody(): object {
  const amounts = Object.fromEntries(
    ["limit", "spent", "reserved", "available", "cost"].map((name) => [`${name}_nano_dollars`, 5]),
  );
  const tokens = Object.fromEntries(
    ["input", "cache_read", "cache_write", "cache_write_long", "output", "reasoning"].map(
      (name) => [`${name}_tokens`, 5],
    ),
  );
  const texts = Object.fromEntries(
    [
      ...["id", "object", "account_id", "name", "prefix", "state", "secret", "period", "time_zone"],
      ...["created_at", "expires_at", "revoked_at", "begins_at", "renews_at", "start", "end"],
      ...["day", "model", "key_id"],
    ].map((name) => [name, hostile]),
  );
  const item = { ...texts, ...amounts, ...tokens, attempts: 5, models: [hostile], limits: null };
  return { ...item, data: [item], budgets: [item] };
}

/** A server whose every text is hostile. It refuses all that is asked if a status is given. */
export async function serveHostile(status?: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response, status));
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const error = { type: hostile, code: hostile, message: hostile, param: hostile };

function answer({ url = "" }: IncomingMessage, response: ServerResponse, status?: number): void {
  const send = (code: number, body: unknown) => {
    // Control characters above 127 are the only ones that a header can hold.
    const headers = { "content-type": "application/json", "x-next-cursor": "\u009b2Jnext" };
    response.writeHead(code, headers).end(JSON.stringify(body));
  };
  if (status !== undefined) send(status, { error });
  else if (url.startsWith("/admin")) send(200, adminBody());
  else if (/\/models/.test(url)) send(200, { object: "list", data: toModels() });
  else if (/completions|messages/.test(url)) send(400, { error });
  else send(404, { error: { message: "There is no such path." } });
}

function toModels(): readonly object[] {
  return ["one", "two"].map((id) => ({ id: id + hostile, object: "model" }));
}

/** Sends a request whose path holds control characters above 127, as no client of HTTP would. */
export async function requestHostilePath(url: string): Promise<void> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    Buffer.from(
      "GET /\u009b2J\u0085 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
      "latin1",
    ),
  );
  await once(socket.resume(), "close");
}
