// Serves it. Clients use the base URL http://127.0.0.1:8787/v1.
import { createHttpServer } from "@diglot/adapter-node-http";
import { createEndpoints } from "./service.mjs";

const { UPSTREAM_URL } = process.env;
const { service } = createEndpoints({ ...(UPSTREAM_URL && { baseUrl: UPSTREAM_URL }) });
createHttpServer(service).listen(8787, () => console.log("http://127.0.0.1:8787/v1"));
