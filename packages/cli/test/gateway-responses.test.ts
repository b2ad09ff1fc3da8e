import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Gateway, type GatewayConfig, startGateway } from "../src/index.js";
import { newFolder } from "./command.js";

const key = "sk-gateway-0123456789";
const keys = [{ id: "me", key, accountId: "team-a" }];
const models = [{ id: "echo", embedded: "echo" } as const];

async function startWith(members: Partial<GatewayConfig>): Promise<Gateway> {
  const gateway = await startGateway({ port: 0, keys, models, ...members });
  onTestFinished(() => gateway.close({ timeout: 0 }));
  return gateway;
}

/** Asks the gateway over its port. */
async function ask({ baseUrl }: Gateway, change: object = {}) {
  const response = await fetch(`${baseUrl}/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "echo", input: "Who are you?", ...change }),
  });
  const body = (await response.json()) as {
    readonly id: string;
    readonly store: boolean;
    readonly error: { readonly code: string } | null;
  };
  return { httpStatus: response.status, ...body };
}

/** A new file of SQLite. */
const sqlite = () => ({ type: "sqlite", path: join(newFolder(), "store.sqlite") }) as const;

describe("replies in Responses", () => {
  it("are kept in memory unless the config says otherwise", async () => {
    const gateway = await startWith({});
    const { id, store } = await ask(gateway);
    expect(store).toBe(true);
    expect((await ask(gateway, { previous_response_id: id })).httpStatus).toBe(200);
    const other = await startWith({ service: { responses: { keep: false } } });
    expect(await ask(other)).toMatchObject({ store: false });
  });

  it("are kept in a database only if that is asked for, and then for the next process", async () => {
    expect(await ask(await startWith({ store: sqlite() }))).toMatchObject({ store: false });
    const members = { store: sqlite(), service: { responses: { keep: true } } };
    const first = await startWith(members);
    const { id } = await ask(first);
    await first.close();
    const next = await startWith(members);
    expect((await ask(next, { previous_response_id: id })).httpStatus).toBe(200);
  });

  it("are kept for as long as the config says", async () => {
    const gateway = await startWith({ service: { responses: { keep: true, retention: 1 } } });
    const { id } = await ask(gateway);
    await expect
      .poll(async () => (await ask(gateway, { previous_response_id: id })).error?.code)
      .toBe("previous_response_not_found");
  });

  it("are held to the strict profile, if the config asks for it", async () => {
    const strict = await startWith({ service: { validation: "strict" } });
    expect((await ask(strict, { bogus: 1 })).error?.code).toBe("unknown_parameter");
    expect((await ask(await startWith({}), { bogus: 1 })).httpStatus).toBe(200);
  });
});
