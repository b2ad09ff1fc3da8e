// The same gateway as several instances: keys, money and limits are shared by all of them.
import { defineConfig } from "diglot";
import gateway from "./diglot.config.ts";

export default defineConfig({
  ...gateway,
  host: "${HOST:-127.0.0.1}",
  store: { type: "postgres", url: "${DATABASE_URL}" },
  limits: { keys: { concurrentRequests: 20 }, redis: "${REDIS_URL}" },
});
