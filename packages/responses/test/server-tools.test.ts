import { toolCall, withServerTools } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
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
