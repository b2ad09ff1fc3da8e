import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { type InProcessRequest, ServiceError } from "../src/index.js";
import { everyWay, upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, replies, streamOf } from "./upstream-of.js";

describe.each(everyWay)("the answer to a $caller caller before a $upstream upstream", (way) => {
  const { caller, upstream } = way;
  const idHeader = caller === "messages" ? "request-id" : "x-request-id";

  it.each([true, false])("has its headers, streamed: %s", async (stream) => {
    const answer = () => (stream ? streamOf(frames[upstream]) : Response.json(replies[upstream]));
    const { service } = serviceOf(upstreamCreators[upstream](fakeUpstream(answer).options));
    const response = await service.request(...requestOf(caller, { stream }));
    const text = await response.text();
    const { headers } = response;
    expect(headers.get(idHeader)).toMatch(/^req_/);
    expect(headers.get("content-type")).toMatch(
      stream ? /^text\/event-stream/ : /^application\/json/,
    );
    expect(headers.get("content-length")).toBe(stream ? null : String(Buffer.byteLength(text)));
    expect(headers.get("x-accel-buffering")).toBe(stream ? "no" : null);
  });

  it("has the upstream's own words, and says how long they are and that they are not cached", async () => {
    const error = { type: "invalid_request_error", message: "No such thing." };
    const text = JSON.stringify({ type: "error", error });
    const answer = () =>
      new Response(text, { status: 400, headers: { "content-type": "application/json" } });
    const { service } = serviceOf(upstreamCreators[upstream](fakeUpstream(answer).options));
    const response = await service.request(...requestOf(caller));
    const { headers } = response;
    const shown = await response.text();
    expect(response.status).toBe(400);
    expect(shown === text).toBe(caller === upstream);
    expect(shown).toContain("No such thing.");
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(shown)));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get(idHeader)).toMatch(/^req_/);
  });
});

describe("the answer with several choices", () => {
  async function* sayIndex({ choice = 0 }: InProcessRequest) {
    yield `I am ${choice}.`;
  }

  it("is in the order of the choices, and the row reserves for all of them", async () => {
    const { service, ledger } = serviceOf(sayIndex);
    const [path, init] = requestOf("chat-completions", { n: 3, max_tokens: 50 });
    const response = await service.request(path, init);
    const { choices } = await response.json();
    expect(
      choices.map(({ index, message }: never) => [index, (message as { content: string }).content]),
    ).toEqual([
      [0, "I am 0."],
      [1, "I am 1."],
      [2, "I am 2."],
    ]);
    await service.close();
    const rows = ledger.all();
    expect(rows.reduce((sum, { reservedTokens }) => sum + reservedTokens.output, 0)).toBe(150);
  });

  it("is streamed with the index of each choice", async () => {
    const { service } = serviceOf(sayIndex);
    const [path, init] = requestOf("chat-completions", { n: 2, stream: true });
    const text = await (await service.request(path, init)).text();
    expect(text).toContain("I am 0.");
    expect(text).toContain("I am 1.");
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });
});

describe.each(formatNames)("a failure of a model in the answer to a %s caller", (format) => {
  it.each([true, false])("needs no listener, streamed: %s", async (stream) => {
    const failing = async function* () {
      yield "Hel";
      throw new ServiceError({ kind: "overloaded", message: "No room." });
    };
    const { service } = serviceOf(failing, { reporter: undefined });
    const response = await service.request(...requestOf(format, { stream }));
    expect(await response.text()).toContain("No room.");
    await service.close();
  });
});
