// The servers that are examined for the page, each on a free port: its address, and how it ends.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { LLMock } from "@copilotkit/aimock";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createService } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { createExaminee } from "../../packages/cli/test/examinee.ts";

/** A Diglot with its echo, for everyone. */
export async function serveEcho() {
  const service = createService({ models: [createEcho()], allowAnonymous: true });
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** A mock of another maker. */
export async function serveAimock() {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  mock.loadFixtureFile(
    fileURLToPath(new URL("../../packages/cli/test/aimock.json", import.meta.url)),
  );
  await mock.start();
  return { url: mock.url, close: () => mock.stop() };
}

/** A fake that can do everything. */
export function serveFake() {
  return createExaminee().listen();
}
