import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@diglot/adapter-node-http";
import { announce, recordUncaught } from "./announce.js";
import { createSubject } from "./subject.js";
import { pathState } from "./terms.js";

const subject = createSubject();
recordUncaught(subject.uncaught);
const handler = toNodeHandler(subject.service);

const server = createServer((request, response) => {
  const url = new URL(request.url?.replace(/^\/+/, "/") ?? "/", "http://localhost");
  if (url.pathname !== pathState) return handler(request, response);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(subject.state(url.searchParams.get("prompt"))));
});
server.listen(0, "127.0.0.1", () => {
  announce((server.address() as AddressInfo).port, (line) => process.stdout.write(line));
});
