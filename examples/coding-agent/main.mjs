// npm start: then run the coding tool with the two variables that are printed.
import { createHttpServer } from "@diglot/adapter-node-http";
import { createLocal } from "./local.mjs";

const port = Number(process.env.PORT ?? 8787);
const server = createHttpServer(createLocal(process.env));
server.listen(port, "127.0.0.1", () => {
  console.log(`ANTHROPIC_BASE_URL=http://127.0.0.1:${port} ANTHROPIC_API_KEY=local-secret`);
});
