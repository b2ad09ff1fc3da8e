// Callers who ask without a pause, in both formats, and often leave before the end.
import { setTimeout as wait } from "node:timers/promises";

/**
 * Keeps so many callers asking until `stop()`. `portOf()` says where the service is now, or
 * `undefined` while it is dead. Resolves, after `stop`, with how many requests were sent and aborted.
 */
export function startCallers({ count, portOf, key, random }) {
  const sums = { sent: 0, answered: 0, refused: 0, failed: 0, aborted: 0, broken: 0 };
  let stopped = false;

  async function ask() {
    const port = portOf();
    if (port === undefined) return wait(5);
    sums.sent += 1;
    const outcome = await askOnce(port, key, random).catch(() => "broken");
    sums[outcome] += 1;
    if (outcome === "broken") await wait(5);
  }

  const callers = Array.from({ length: count }, async () => {
    while (!stopped) await ask();
  });
  return async function stop() {
    stopped = true;
    await Promise.all(callers);
    return sums;
  };
}

/** The answer to an account that cannot pay, in each format. */
const refusals = new Set([402, 429]);

/**
 * Asks once, and says what became of it: `answered`, `refused` (the account cannot pay), `failed`
 * (another error) or `aborted`. Rejects if the connection breaks.
 */
export async function askOnce(port, key, random) {
  const leaving = new AbortController();
  const leavesAfter = random() < 0.35 ? random() * 120 : undefined;
  const timer =
    leavesAfter === undefined ? undefined : setTimeout(() => leaving.abort(), leavesAfter);
  try {
    const response = await fetch(...requestOf(port, key, random, leaving.signal));
    await response.text();
    if (response.ok) return "answered";
    return refusals.has(response.status) ? "refused" : "failed";
  } catch (error) {
    if (leaving.signal.aborted) return "aborted";
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function requestOf(port, key, random, signal) {
  const toMessages = random() < 0.5;
  const body = {
    model: random() < 0.5 ? "by-messages" : "by-chat-completions",
    max_tokens: 64,
    stream: random() < 0.7,
    messages: [{ role: "user", content: "hello" }],
  };
  const headers = toMessages
    ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
    : { authorization: `Bearer ${key}` };
  return [
    `http://127.0.0.1:${port}/v1/${toMessages ? "messages" : "chat/completions"}`,
    {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    },
  ];
}
