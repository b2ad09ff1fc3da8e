import type { ReporterEvent } from "@diglot/core";
import { describe, expect, it } from "vitest";
import {
  chatError,
  chatFrame,
  fail,
  hello,
  htmlPage,
  insertAt,
  jsonAnswer,
  messagesError,
  messagesFrame,
  type Responder,
  say,
  textAnswer,
} from "../../upstream/index.js";
import { isRelayed, type Way, ways } from "./ways.js";
import { ask, openWorld, outcomeOf, type WorldOptions } from "./world.js";

const title = "($caller caller, $upstream upstream, stream: $stream)";
const generic = "The model behind this endpoint refused the request";

/** What caller and operator are told when an upstream answers so. */
async function refuse(way: Way, answer: Responder, upstream: WorldOptions["upstream"] = {}) {
  const causes: string[] = [];
  const reporter = (event: ReporterEvent) => {
    if (event.type === "attempt_ended" && event.attempt.failure)
      causes.push(String((event.attempt.failure.error as Error).cause));
  };
  const world = await openWorld(way, { upstream, service: { reporter } });
  world.upstream.reply(answer);
  const { status, text } = await ask(world);
  const { message } = JSON.parse(text).error;
  return { status, message, causes, url: world.upstream.url };
}

describe("an upstream that refuses a request", () => {
  const words = "temperature: must be at most 1";

  it.each(ways)(`U11 says why, to callers of both formats ${title}`, async (way) => {
    for (const status of [400, 413, 422]) {
      const refused = await refuse(way, fail(status, "invalid_request_error", words));
      expect(refused.message).toMatch(
        isRelayed(way) ? /^temperature: .* 1$/ : /: temperature: .* 1$/,
      );
      expect(refused.causes).toEqual([expect.not.stringContaining(words)]);
    }
  });

  it.each(ways.filter((way) => !isRelayed(way)))(
    `U11 R6 says it without a key or an address, in a limited length ${title}`,
    async (way) => {
      const long = `key sk-live-abcdef at 10.0.0.1:80 ${"x y ".repeat(500)}`;
      const { message } = await refuse(way, fail(400, "invalid_request_error", long));
      expect(message).toMatch(/: key \[hidden\] at \[hidden\] x y x y .*…$/);
      expect(message.length).toBeLessThan(1_100);
    },
  );

  it.each(ways)(`U11 is quoted to nobody if its words are hidden ${title}`, async (way) => {
    const refused = fail(400, "invalid_request_error", words);
    const { status, message } = await refuse(way, refused, { upstreamErrors: "hide" });
    expect([status, message]).toEqual([400, `${generic}.`]);
  });

  it.each(ways.filter(({ stream }) => stream))(
    `S03 is quoted to nobody in a stream either ${title}`,
    async (way) => {
      const frame =
        way.upstream === "messages"
          ? messagesFrame(messagesError("overloaded_error", words))
          : chatFrame(chatError("overloaded_error", 503, words));
      const options: WorldOptions = { upstream: { upstreamErrors: "hide" } };
      const { status, text } = await outcomeOf(way, say(hello, insertAt(4, frame)), options);
      expect(status).toBe(200);
      expect(text).toContain("error");
      expect(text).not.toContain(words);
    },
  );

  it.each(ways.filter((way) => !isRelayed(way)))(
    `U11 may say so in plain text or in a list ${title}`,
    async (way) => {
      const plain = await refuse(way, () => textAnswer(words, "text/plain", 422));
      expect(plain.message).toBe(`${generic}: ${words}`);
      const listed = await refuse(way, () => jsonAnswer([{ error: { message: words } }], 400));
      expect(listed.message).toBe(`${generic}: ${words}`);
    },
  );
});

describe("what the operator is told", () => {
  it.each(ways)(
    `U12 is what the upstream says of the operator's own affairs ${title}`,
    async (way) => {
      const { url, causes } = await refuse(way, fail(403, "permission_error", "No such project."));
      expect(causes).toEqual([expect.stringContaining(`(POST ${url}/`)]);
      expect(causes).toEqual([
        expect.stringContaining('status 403, content type application/json, "No such project.")'),
      ]);
    },
  );

  it.each(ways)(`U18 U19 is what an answer was that is none ${title}`, async (way) => {
    for (const status of [200, 502]) {
      const { causes } = await refuse(way, htmlPage(status));
      expect(causes).toEqual([
        expect.stringMatching(new RegExp(`status ${status}, content type text/html, "Oops`)),
      ]);
    }
  });

  it.each(ways)(`U19 R6 is nothing that the caller has written ${title}`, async (way) => {
    const page = "<title>Cannot read the message of the user</title>";
    const world = await openWorld(way, { service: { reporter: (event) => events.push(event) } });
    const events: ReporterEvent[] = [];
    world.upstream.reply(() => textAnswer(page, "text/html", 502));
    await ask(world, { messages: [{ role: "user", content: "the message of the user" }] });
    const failed = events.flatMap((event) =>
      event.type === "request_ended" ? [event.failure] : [],
    );
    expect(failed).toEqual([expect.anything()]);
    const causes = failed.map((failure) => (failure?.error as Error | undefined)?.cause);
    expect(String(causes)).not.toContain("the message of");
  });
});
