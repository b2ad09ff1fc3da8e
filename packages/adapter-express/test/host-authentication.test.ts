import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import {
  type Authenticate,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
} from "@diglot/core";
import { chatClient, messagesClient } from "@diglot/test-support/clients";
import { listen } from "@diglot/test-support/servers";
import express, { type Express } from "express";
import { describe, expect, it } from "vitest";
import { createExpressMiddleware } from "../src/index.js";
import { ada, eve, server as serverCertificate } from "./certificates.js";
import { start, versions } from "./support.js";

const key = "sk-of-a-program-0123456789";

/** Greets whoever the host says it is. */
const greeter = defineModel("greeter", async function* ({ caller }) {
  const { name } = (caller.attached ?? { name: "somebody" }) as { name: string };
  yield `Hello, ${name} of ${caller.accountId}.`;
});

/** A service behind a host's own authentication, and a key beside it. */
function serviceOf(authenticate: Authenticate) {
  const ledger = createMemoryLedger();
  const keys = createMemoryKeys([{ key, id: "program", accountId: "batch" }]);
  const service = createService({ models: [greeter], ledger, keys, authenticate });
  return { service, ledger };
}

/** Who has logged in, by the session that a middleware has put into the request. */
interface SessionRequest extends IncomingMessage {
  session?: {
    readonly user: { readonly id: string; readonly name: string; readonly team: string };
  };
}

const bySession: Authenticate = ({ host: [request] }) => {
  const user = (request as SessionRequest).session?.user;
  return user && { id: user.id, accountId: user.team, attached: user };
};

/** An application with a login of its own, below whose `/ai` the service is mounted. */
function applicationOf(createApp: () => Express, authenticate = bySession) {
  const { service, ledger } = serviceOf(authenticate);
  const sessions = new Map<string, SessionRequest["session"]>();
  const app = createApp();
  app.post("/login", (_request, response) => {
    const id = randomUUID();
    sessions.set(id, { user: { id: "user-1", name: "Ada", team: "team-a" } });
    response.setHeader("set-cookie", `session=${id}; HttpOnly; SameSite=Lax; Path=/`);
    response.end();
  });
  app.use((request, _response, next) => {
    const id = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
    const session = sessions.get(id ?? "");
    if (session) Object.assign(request, { session });
    next();
  });
  app.use("/ai", createExpressMiddleware(service));
  return { app, ledger, service };
}

async function login(origin: string): Promise<string> {
  const response = await fetch(`${origin}/login`, { method: "POST" });
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

const question = { model: "greeter", messages: [{ role: "user" as const, content: "Hi" }] };

describe.each(versions)("callers with a session of Express $version", ({ express: createApp }) => {
  it("are served through both official clients without a key, in the name of their account", async () => {
    const { app, ledger, service } = applicationOf(createApp);
    const origin = await start(app);
    const cookie = await login(origin);
    // The official clients insist on some key; here it is none that anybody knows.
    const settings = { fetch: withHeaders({ cookie }), baseURL: `${origin}/ai`, apiKey: "none" };
    const chat = await chatClient(settings).chat.completions.create(question);
    expect(chat.choices[0]?.message.content).toBe("Hello, Ada of team-a.");
    const message = await messagesClient(settings).messages.create({ ...question, max_tokens: 50 });
    expect(message.content).toMatchObject([{ text: "Hello, Ada of team-a." }]);
    const stream = messagesClient(settings).messages.stream({ ...question, max_tokens: 50 });
    expect(await stream.finalText()).toBe("Hello, Ada of team-a.");
    await service.close();
    expect(ledger.all().map(({ keyId, accountId }) => [keyId, accountId])).toEqual([
      ["user-1", "team-a"],
      ["user-1", "team-a"],
      ["user-1", "team-a"],
    ]);
  });

  it("are refused with the class that the clients have for a wrong key once they are logged out", async () => {
    const { app } = applicationOf(createApp);
    const origin = await start(app);
    for (const cookie of ["", "session=forged"]) {
      const settings = { fetch: withHeaders({ cookie }), baseURL: `${origin}/ai`, apiKey: "none" };
      await expect(chatClient(settings).chat.completions.create(question)).rejects.toMatchObject({
        status: 401,
        code: "invalid_api_key",
      });
      await expect(
        messagesClient(settings).messages.create({ ...question, max_tokens: 50 }),
      ).rejects.toMatchObject({ status: 401, type: "authentication_error" });
    }
  });

  it("may be programs with a key, beside people with a session", async () => {
    const { app } = applicationOf(createApp);
    const origin = await start(app);
    const client = chatClient({ fetch, baseURL: `${origin}/ai`, apiKey: key });
    const { choices } = await client.chat.completions.create(question);
    expect(choices[0]?.message.content).toBe("Hello, somebody of batch.");
  });

  it("T21 are not driven by pages of other sites, for which their browser sends the cookie", async () => {
    const { app, ledger } = applicationOf(createApp);
    const origin = await start(app);
    const cookie = await login(origin);
    const send = (headers: Record<string, string>, body = JSON.stringify(question)) =>
      fetch(`${origin}/ai/v1/chat/completions`, { method: "POST", headers, body });
    const json = { cookie, "content-type": "application/json" };
    const statuses = [
      await send({ ...json, origin: "https://evil.example" }),
      await send({ ...json, origin: "null" }),
      await send({ cookie, origin: "https://evil.example", "content-type": "text/plain" }),
      await send({ cookie, "content-type": "text/plain" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 415]);
    expect(ledger.all()).toEqual([]);
    expect((await send({ ...json, origin })).status).toBe(200);
  });
});

describe("callers with a client certificate", () => {
  const byCertificate: Authenticate = ({ host: [request] }) => {
    const socket = (request as IncomingMessage).socket as TLSSocket;
    if (!socket.authorized) return undefined;
    const { subject } = socket.getPeerCertificate();
    return { id: String(subject.CN), accountId: String(subject.O), attached: { name: subject.CN } };
  };

  /** An application behind TLS that asks for a certificate and trusts one. */
  async function startTls(): Promise<string> {
    const { app } = applicationOf(express, byCertificate);
    const options = { ...serverCertificate, ca: ada.cert, requestCert: true };
    const server = createServer({ ...options, rejectUnauthorized: false }, app);
    return `https://127.0.0.1:${await listen(server)}`;
  }

  it("are served through both official clients, as the certificate says", async () => {
    const settings = {
      fetch: withCertificate(ada),
      baseURL: `${await startTls()}/ai`,
      apiKey: "none",
    };
    const chat = await chatClient(settings).chat.completions.create(question);
    expect(chat.choices[0]?.message.content).toBe("Hello, ada of team.");
    const message = await messagesClient(settings).messages.create({ ...question, max_tokens: 50 });
    expect(message.content).toMatchObject([{ text: "Hello, ada of team." }]);
  });

  it("are refused without one, and with one that nobody has signed", async () => {
    const baseURL = `${await startTls()}/ai`;
    for (const certificate of [{}, eve]) {
      const client = chatClient({ fetch: withCertificate(certificate), baseURL, apiKey: "none" });
      await expect(client.chat.completions.create(question)).rejects.toMatchObject({ status: 401 });
    }
  });
});

/** A `fetch` that sends further headers, as a browser sends its cookies. */
function withHeaders(further: Readonly<Record<string, string>>) {
  return (input: Request | URL | string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(further)) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };
}

/** A `fetch` that presents a certificate. The one of Node cannot without a package. */
function withCertificate(certificate: { readonly key?: string; readonly cert?: string }) {
  return (input: Request | URL | string, { method, headers, body }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const options = { method, headers: Object.fromEntries(new Headers(headers)), agent: false };
      const tls = { ca: serverCertificate.cert, ...certificate };
      const request = httpsRequest(String(input), { ...options, ...tls }, async (response) => {
        const blocks = await response.toArray();
        const { statusCode: status = 0 } = response;
        const text = Buffer.concat(blocks).toString();
        const type = response.headers["content-type"] ?? "";
        resolve(new Response(text, { status, headers: { "content-type": type } }));
      });
      request.on("error", reject).end(body);
    });
}
