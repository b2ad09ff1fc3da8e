import { once } from "node:events";
import { type ClientHttp2Session, connect, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@diglot/adapter-node-http";
import { until } from "@diglot/test-support/wait";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { bodyFor, headersFor } from "../../runtimes/client.js";
import { createSubject } from "../../runtimes/servers/subject.js";
import { type Manner, manners, mannerTitle } from "./serve.js";

const subject = createSubject();
const server: Http2Server = createServer(toNodeHandler(subject.service)).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(async () => {
  await subject.service.close({ timeout: 10 });
  server.close();
});

function openSession(): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => session.destroy());
  return session;
}

/** Asks on a stream of its own. */
function ask(session: ClientHttp2Session, manner: Manner, model: string, prompt: string) {
  const { endpoint, stream } = manner;
  const asked = session.request({ ":method": "POST", ":path": endpoint, ...headersFor(endpoint) });
  let text = "";
  asked.setEncoding("utf8").on("data", (block: string) => {
    text += block;
  });
  asked.on("error", () => undefined);
  asked.end(JSON.stringify(bodyFor(endpoint, model, prompt, stream ? { stream } : {})));
  return { asked, text: () => text, over: once(asked, "close") };
}

it.each(manners)(
  `H16 a hundred streams of one session are answered, and one that leaves leaves the others alone ${mannerTitle}`,
  async (manner) => {
    const session = openSession();
    const prompt = (index: number) => `${manner.endpoint} ${manner.stream} ${index}`;
    const leaving = ask(session, manner, "endless", prompt(0));
    const staying = Array.from({ length: 99 }, (_, index) =>
      ask(session, manner, "slow", prompt(index + 1)),
    );
    await until(() => subject.state(prompt(0)).runs[0]?.running);
    leaving.asked.close();
    await Promise.all(staying.map(({ over }) => over));
    for (const { text } of staying) expect(text()).toContain("five");
    await until(() => subject.state(prompt(0)).ledger[0]?.row.state === "settled");
    expect(subject.state(prompt(0)).ledger[0]?.row).toMatchObject({ end: "client_abort" });
  },
);
