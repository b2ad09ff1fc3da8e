// Prices by date, with one for long requests.
import { messagesUpstream } from "@diglot/core";

export const model = messagesUpstream({
  id: "large",
  baseUrl: "http://127.0.0.1:8080",
  prices: [
    {
      from: "2026-01-01",
      input: 3,
      output: 15,
      cacheRead: 0.3,
      cacheWrite: 3.75,
      cacheWriteLong: 6,
    },
    {
      from: "2026-11-01",
      input: 2.5,
      output: 12.5,
      cacheRead: 0.25,
      longContext: { above: 200_000, input: 5, output: 18.75, cacheRead: 0.5 },
    },
  ],
});
