import { newFile, start } from "./command.js";

/** The credential of the gateway's administrators. */
export const credential = "an-administrators-credential";
/** The key of account `team-a` in the configuration. */
const key = "sk-gateway-0123456789";

/** A gateway that runs until the test ends. */
export interface AdminGateway {
  readonly url: string;
  /** Its configuration. */
  readonly config: string;
  /** Asks its model `echo` as account `team-a`: 2 tokens in, 2 tokens out, 6 millionths of a dollar. */
  request(): Promise<void>;
  /** The status of the answer to the same request with another key. */
  statusFor(secret: string): Promise<number>;
  /** Whether a secret is let in. */
  accepts(secret: string): Promise<boolean>;
}

/** Starts `diglot serve` with a store, admin endpoints and a model with prices. */
export async function startAdminGateway(store: object): Promise<AdminGateway> {
  const config = newFile("diglot.config.json", {
    port: 0,
    store,
    admin: { credential },
    keys: [{ id: "of-the-config", accountId: "team-a", key }],
    models: [{ id: "echo", embedded: "echo", prices: { input: 1, output: 2 } }],
  });
  const running = start(["serve", "--config", config]);
  const written = await running.untilWritten(/"msg":"listening"/);
  const [url = ""] = /http:\/\/127[^"]*/.exec(written) ?? [];
  const statusFor = async (secret: string) => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "echo", messages: [{ role: "user", content: "hi there" }] }),
    });
    await response.text();
    return response.status;
  };
  return {
    url,
    config,
    async request() {
      await statusFor(key);
      await running.untilWritten(/"outcome":"answered"/);
    },
    statusFor,
    async accepts(secret) {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${url}/v1/models`, { headers })).ok;
    },
  };
}

/**
 * A text in which everything that differs from run to run is blotted out: ids, secrets, days and times.
 * It keeps its width.
 */
export function steady(text: string): string {
  return text
    .replace(/(?<=key_|sk-dg-)[\w-]{8,}/g, (random) => random.replace(/\w/g, "x"))
    .replace(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d)?(:[\d.]+)?/g, (time) => time.replace(/\d/g, "0"));
}
