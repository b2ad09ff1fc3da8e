// npm start: serves the gateway on 127.0.0.1, port 8787 unless PORT says otherwise.
import { createHttpServer } from "@diglot/adapter-node-http";
import { createGateway } from "./gateway.mjs";

const service = await createGateway(process.env);
const server = createHttpServer(service);
server.listen(Number(process.env.PORT ?? 8787), "127.0.0.1", () => console.log(server.address()));

process.once("SIGTERM", async () => {
  await service.close();
  server.close();
});
