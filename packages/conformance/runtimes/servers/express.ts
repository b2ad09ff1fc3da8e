import type { AddressInfo } from "node:net";
import { createExpressErrorHandler, createExpressMiddleware } from "@diglot/adapter-express";
import type express from "express";
import { announce, recordUncaught } from "./announce.js";
import { createSubject } from "./subject.js";
import { pathMount, pathState } from "./terms.js";

/** The first argument names the package: `express` or `express-4`. */
const { default: createApp } = (await import(process.argv[2] ?? "express")) as {
  default: typeof express;
};
const subject = createSubject();
recordUncaught(subject.uncaught);

const app = createApp();
app.get(pathState, (request, response) => {
  const { prompt } = request.query;
  response.json(subject.state(typeof prompt === "string" ? prompt : undefined));
});
// Below the mount path the application parses bodies itself, as many do.
app.use(pathMount, createApp.json({ limit: "1mb" }));
app.use(pathMount, createExpressMiddleware(subject.service));
app.use(pathMount, createExpressErrorHandler(subject.service));
app.use(createExpressMiddleware(subject.service));

const server = app.listen(0, "127.0.0.1", () => {
  announce((server.address() as AddressInfo).port, (line) => process.stdout.write(line));
});
