// A Nest application on Express with the service below /ai, and once more behind a body parser.
import { createExpressErrorHandler, createExpressMiddleware } from "@diglot/adapter-express";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import compression from "compression";
import { Application } from "./application.js";
import { Gateway } from "./gateway.js";

const app = await NestFactory.create<NestExpressApplication>(Application);
app.use(compression());

// Nest mounts its own body parsers when it starts to listen, so this stands in front of them.
const { service } = app.get(Gateway);
app.use("/ai", createExpressMiddleware(service));

// Behind a body parser the parsed body is used.
app.useBodyParser("json", { limit: "32mb" });
app.use("/parsed", createExpressMiddleware(service), createExpressErrorHandler(service));

app.enableShutdownHooks();
await app.listen(process.env.PORT ?? 3000, "127.0.0.1");
console.log(await app.getUrl());
