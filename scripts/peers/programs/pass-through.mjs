// Passes requests and answers on as they are.
//
//   node scripts/peers/programs/pass-through.mjs <port of the upstream> <port>
import { Agent, createServer, request } from "node:http";

const [upstream, port] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const call = request({ agent, host: "127.0.0.1", port: upstream, method, path, headers });
  call.on("response", (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // A server may answer before it has read the whole request, and close.
  call.on("error", () => outgoing.headersSent || outgoing.destroy());
  outgoing.on("close", () => call.destroy());
  incoming.pipe(call);
}).listen(port, "127.0.0.1");
