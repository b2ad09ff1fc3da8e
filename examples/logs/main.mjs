// npm start: serves the fallback on 127.0.0.1, port 8787 unless PORT says otherwise, and logs to standard output.
import { createHttpServer } from "@diglot/adapter-node-http";
import { destination, pino } from "pino";
import { createLoggedService, logOptions } from "./service.mjs";

// Lines are written together, and not while a request waits for them.
const log = pino(logOptions, destination({ sync: false, minLength: 4096 }));
setInterval(() => log.flush(), 1_000).unref();

const service = createLoggedService(process.env.UPSTREAM ?? "http://127.0.0.1:8081", log);
const server = createHttpServer(service);
server.listen(Number(process.env.PORT ?? 8787), "127.0.0.1");

process.once("SIGTERM", async () => {
  await service.close();
  server.close();
  log.flush();
});
