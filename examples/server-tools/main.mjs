// Serves it. Clients use the base URL http://127.0.0.1:8787.
import { createHttpServer } from "@diglot/adapter-node-http";
import { createSearching } from "./local.mjs";

const { SEARCH_URL } = process.env;
createHttpServer(createSearching({ ...(SEARCH_URL && { search: SEARCH_URL }) })).listen(8787, () =>
  console.log("http://127.0.0.1:8787"),
);
