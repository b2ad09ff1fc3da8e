import { callerHeaders } from "../shared/exchange.ts";
import { wholeReply } from "../shared/formats.ts";

/** What a fetch handler that does nothing does: it reads a request and answers. */
export async function useWebObjects(path: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const url = `http://service${path}`;
  await new Request(url, { method: "POST", headers: callerHeaders, body }).arrayBuffer();
  const init = { headers: { "content-type": "application/json" } };
  await new Response(reply, init).arrayBuffer();
}

const reply = wholeReply("chat");
