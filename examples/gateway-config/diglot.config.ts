// A gateway for a team: two upstreams, a fallback, keys, budgets, limits, metrics and a page to look at.
// Start it with `npx diglot serve`; `npx diglot serve --check` only checks this file.
import { defineConfig } from "diglot";

export default defineConfig({
  port: "${PORT:-8787}",
  upstreams: {
    hosted: {
      format: "messages",
      baseUrl: "${MESSAGES_BASE_URL:-https://api.anthropic.com}",
      apiKey: "${MESSAGES_API_KEY}",
      preset: "anthropic",
    },
    local: {
      format: "chat-completions",
      baseUrl: "${CHAT_BASE_URL:-http://127.0.0.1:11434/v1}",
      preset: "ollama",
    },
  },
  models: [
    {
      id: "large",
      upstream: "hosted",
      model: "claude-sonnet-5",
      prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteLong: 6 },
      retry: true,
    },
    { id: "small", upstream: "local", model: "qwen3", prices: { input: 0, output: 0 } },
    { id: "main", fallback: ["large", "small"] },
  ],
  // Keys that are issued by the admin endpoints come on top of these.
  keys: [{ id: "ann", accountId: "team-a", key: "${ANN_KEY}" }],
  accounts: {
    "team-a": {
      budgets: [{ period: "month", usd: "50.00" }],
      limits: { requestsPerMinute: 600 },
    },
  },
  unknownAccounts: "refuse",
  requirePrices: true,
  store: { type: "sqlite", path: "${DATABASE:-gateway.sqlite}" },
  limits: { keys: { concurrentRequests: 20 } },
  admin: { credential: "${ADMIN_CREDENTIAL}" },
  inspector: true,
  metrics: true,
});
