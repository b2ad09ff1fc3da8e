import { messagesUpstream, type ServiceOptions } from "@diglot/core";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import type { RequestDetail, RequestList } from "../src/wire.js";
import { credential } from "./demo/gateway.ts";
import { inspected, saying } from "./support.ts";

/** It looks like no key, so only who knows it can find it. */
const apiKey = "velvet/Antelope+parade";
const token = "marble.lantern.orchard";
const hexOf = (text: string) => Buffer.from(text).toString("hex");

const spellings: readonly (readonly [string, string])[] = [
  ["as it is", apiKey],
  ["in another case", apiKey.toUpperCase()],
  ["in hexadecimal digits", hexOf(apiKey)],
  ["in base64", Buffer.from(`x:${apiKey}`).toString("base64")],
  ["in base64url", Buffer.from(apiKey).toString("base64url")],
  ["in a URL", encodeURIComponent(apiKey)],
  ["in HTML", apiKey.replaceAll("/", "&#47;").replaceAll("+", "&#x2B;")],
];

/** An upstream that says the same to everybody, whole or as a stream. */
function upstreamSaying(words: readonly string[]) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", usage };
  const whole = {
    ...message,
    content: [{ type: "text", text: words.join("") }],
    stop_reason: "end_turn",
  };
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...words.map((text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return messagesUpstream({
    id: "echo",
    baseUrl: "http://127.0.0.1:1",
    apiKey,
    headers: { "x-team-token": `Token ${token}` },
    fetch: async (_url, init) => {
      const isStream = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)).stream;
      const headers = {
        "content-type": isStream ? "text/event-stream" : "application/json",
        "request-id": token,
      };
      return new Response(isStream ? stream.join("") : JSON.stringify(whole), { headers });
    },
  });
}

async function ask({ service }: ReturnType<typeof inspected>, format: FormatName, change: object) {
  const answer = await service.request(...requestOf(format, { model: "echo", ...change }));
  return answer.text();
}

async function shownBy(gateway: ReturnType<typeof inspected>): Promise<RequestDetail> {
  const { requests }: RequestList = await gateway.ask("/inspector/requests");
  return gateway.ask(`/inspector/requests/${requests[0]?.id}`);
}

describe("the inspector with capture, without further options,", () => {
  it.each(
    spellings.flatMap(([name, written]) =>
      (["messages", "chat-completions"] as const).flatMap((format) =>
        [false, true].map((stream) => ({ name, written, format, stream })),
      ),
    ),
  )(
    "hides the key of an upstream that says it $name (to $format, stream: $stream)",
    async ({ written, format, stream }) => {
      const words = ["my key is ", written.slice(0, 9), written.slice(9), " and so on"];
      const gateway = inspected([upstreamSaying(words)], { capture: true });
      expect((await ask(gateway, format, { stream })).length).toBeGreaterThan(100);
      const shown = JSON.stringify(await shownBy(gateway));
      expect(shown).toContain("[redacted]");
      expect(shown).not.toContain(token);
      // The first and the last letters of base64 are those of what stands around the key as well.
      for (const part of [written.slice(2, 9), written.slice(9, -2)])
        expect(shown).not.toContain(part);
    },
  );

  it("hides the secrets of every service that it listens to", async () => {
    const one = inspected([saying(`${credential} and a text of the options`, "echo")], {
      capture: { secrets: ["TEXT of the options"] },
    });
    await ask(one, "messages", { stream: true });
    const shown = JSON.stringify(await shownBy(one));
    expect(shown).toContain("[redacted] and a [redacted]");
  });

  it("hides the secrets of the service's options", async () => {
    const options: Partial<ServiceOptions> = { secrets: ["pw-of-db"] };
    const gateway = inspected(
      [saying("at pw-of-db.", "echo")],
      { capture: true },
      undefined,
      options,
    );
    await ask(gateway, "messages", { stream: false });
    expect(JSON.stringify(await shownBy(gateway))).toContain("at [redacted].");
  });
});
