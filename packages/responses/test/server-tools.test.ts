import { toolCall, withServerTools } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { modelOf } from "@diglot/test-support/models";
import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { assertLegalStream } from "./legal-stream.js";
import { worldOf } from "./world.js";

const page = { url: "https://peaks.example/k2", title: "K2", text: "K2 is 8,611 m high." };

/** Searches, reads the page that was found, and answers. */
const searcher = modelOf(async function* ({ conversation }) {
  const calls = conversation.turns.flatMap(({ blocks }) =>
    blocks.filter(({ type }) => type === "tool_result"),
  );
  if (calls.length === 0) yield toolCall({ name: "web_search", arguments: { query: "K2" } });
  else if (calls.length === 1) yield toolCall({ name: "web_fetch", arguments: { url: page.url } });
  else yield `Very: [K2](${page.url}).`;
});

const world = () =>
  worldOf(withServerTools(searcher, { webSearch: async () => [page], webFetch: async () => page }));

const tools = [{ type: "web_search" }];

describe("a search that the service runs in the vendor's place", () => {
  it("has an item for each step, and citations in the text", async () => {
    const { body } = await world().answer({ tools });
    expect(body.output).toMatchObject([
      {
        id: expect.stringMatching(/^ws_/),
        type: "web_search_call",
        status: "completed",
        action: { type: "search", query: "K2", sources: [{ type: "url", url: page.url }] },
      },
      { type: "web_search_call", action: { type: "open_page", url: page.url } },
      { type: "message", content: [{ annotations: [{ type: "url_citation", url: page.url }] }] },
    ]);
    const [{ start_index: start, end_index: end }] = body.output[2].content[0].annotations;
    expect(body.output[2].content[0].text.slice(start, end)).toBe(`[K2](${page.url})`);
  });

  it("streams the events of its steps", async () => {
    const { events } = await world().stream({ tools });
    const types = events.map(({ type }: { type: string }) => type);
    expect(types.slice(2, 7)).toEqual([
      "response.output_item.added",
      "response.web_search_call.in_progress",
      "response.web_search_call.searching",
      "response.web_search_call.completed",
      "response.output_item.done",
    ]);
    const [, , added] = events;
    expect(added.item).toEqual({
      id: expect.stringMatching(/^ws_/),
      type: "web_search_call",
      status: "in_progress",
    });
  });

  it("shows that it runs before it has ended", async () => {
    const search = deferred<(typeof page)[]>();
    const { ask } = worldOf(
      withServerTools(searcher, { webSearch: () => search.promise, webFetch: async () => page }),
    );
    const response = await ask({ model: "scripted", input: "hi", stream: true, tools });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes("response.web_search_call.searching\n")) {
      const { done, value } = await reader.read();
      expect(done).toBe(false);
      text += decoder.decode(value);
    }
    expect(text).toContain("event: response.web_search_call.in_progress\n");
    expect(text).not.toMatch(/_call.completed|output_item.done/);
    search.resolve([page]);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += decoder.decode(next.value);
    }
    expect(text).toContain("event: response.web_search_call.completed\n");
    const events = assertLegalStream(framesOf(text));
    expect(events.at(-1).response.output).toHaveLength(3);
  });

  it("shows searches of one turn one after another, although they run together", async () => {
    const pair = modelOf(async function* ({ conversation }) {
      const isFirst = conversation.turns.every(({ role }) => role === "user");
      if (!isFirst) yield "Done.";
      else
        for (const query of ["a", "b"])
          yield toolCall({ name: "web_search", arguments: { query } });
    });
    const second = deferred();
    const webSearch = async ({ query }: { readonly query: string }) => {
      if (query === "b") second.resolve();
      else await second.promise;
      return [page];
    };
    const { events } = await worldOf(withServerTools(pair, { webSearch })).stream({ tools });
    expect(events.at(-1).response.output).toMatchObject([
      { type: "web_search_call", status: "completed", action: { query: "a" } },
      { type: "web_search_call", status: "completed", action: { query: "b" } },
      { type: "message" },
    ]);
  });

  it("can be forced, once", async () => {
    const { body } = await world().answer({ tools, tool_choice: { type: "web_search" } });
    expect(body.output).toHaveLength(3);
  });

  it("is in the input of the next request, and changes nothing there", async () => {
    const { answer } = world();
    const { body } = await answer({ tools });
    const input = [{ role: "user", content: "hi" }, ...body.output, { role: "user", content: "?" }];
    expect((await answer({ tools, input })).status).toBe(200);
  });
});
