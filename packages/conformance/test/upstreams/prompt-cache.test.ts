import {
  chatCompletionsFormat,
  chatCompletionsUpstream,
  createService,
  messagesFormat,
  messagesUpstream,
  type ReporterEvent,
  type UpstreamOptions,
} from "@diglot/core";
import { responses, responsesUpstream } from "@diglot/responses";
import { describe, expect, it } from "vitest";
import { type PrefixFormat, servePrefixes } from "./prefix-server.js";

const formats: readonly PrefixFormat[] = ["messages", "chat-completions", "responses"];
const ways = formats.flatMap((caller) => formats.map((upstream) => ({ caller, upstream })));

const upstreams = {
  messages: messagesUpstream,
  "chat-completions": chatCompletionsUpstream,
  responses: responsesUpstream,
};
const paths = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
  responses: "/v1/responses",
};

/** What a coding tool says in every request. */
const manual = Array.from({ length: 400 }, (_, index) => `rule-${index}`).join(" ");

/** What the model has answered. */
const answer = Array.from({ length: 100 }, (_, index) => `word-${index}`).join(" ");

interface Turn {
  readonly role: "user" | "assistant" | "system";
  readonly text: string;
}

/** The request number `index` of Claude Code: a line that changes, and counters among what was said. */
function requestOf(caller: PrefixFormat, index: number): object {
  const first = `x-anthropic-billing-header: cc_version=2.1.177; cc_entrypoint=cli; cch=${index}6ee5;`;
  const turns: readonly Turn[] = [
    { role: "user", text: "Make a file." },
    { role: "system", text: `<total_tokens>${9_000 - index} tokens left</total_tokens>` },
    { role: "assistant", text: answer },
    { role: "user", text: `Number ${index}.` },
  ];
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  switch (caller) {
    case "messages": {
      const system = [first, manual].map((text) => ({ type: "text", text }));
      return { model: "m", max_tokens: 100, system, messages };
    }
    case "chat-completions": {
      const system = { role: "system", content: `${first}\n${manual}` };
      return { model: "m", messages: [system, ...messages] };
    }
    case "responses":
      return { model: "m", instructions: `${first}\n${manual}`, input: messages };
  }
}

/** Asks twice, and returns how much of the second prompt was cached, and what was noted of it. */
async function askTwice(
  { caller, upstream }: (typeof ways)[number],
  options: Pick<UpstreamOptions, "stablePrompt">,
) {
  const server = await servePrefixes();
  const events: ReporterEvent[] = [];
  const { baseUrl } = server;
  const service = createService({
    models: [
      upstreams[upstream]({
        ...{ id: "m", baseUrl, capabilities: { midSystem: true }, ...options },
      }),
    ],
    formats: [responses(), messagesFormat, chatCompletionsFormat],
    allowAnonymous: true,
    reporter: (event) => events.push(event),
  });
  for (const index of [1, 2]) {
    const response = await service.request(paths[caller], {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify(requestOf(caller, index)),
    });
    expect(await response.text()).toContain("Done.");
  }
  const ended = events.filter((event) => event.type === "request_ended").at(-1);
  const receipts = events.filter((event) => event.type === "receipt");
  return {
    cached: ended?.usage?.cacheRead ?? 0,
    all: server.prompts[1]?.length ?? 0,
    prompt: server.prompts[1]?.join("") ?? "",
    noted: (receipts[1]?.entries ?? []).filter(({ from }) => from === "claude-code"),
  };
}

/** Whether the first line of Claude Code is left out without the option. */
function losesFirstLine({ caller, upstream }: (typeof ways)[number]): boolean {
  return caller !== upstream && upstream !== "messages";
}

describe("a server that counts what a prompt shares with the last one", () => {
  it.each(ways.filter((way) => !losesFirstLine(way)))(
    "reads next to nothing from its cache for a caller of $caller in $upstream",
    async (way) => {
      const { cached, all, noted } = await askTwice(way, {});
      expect(all).toBeGreaterThan(400);
      expect(cached).toBeLessThan(10);
      expect(noted).toEqual([]);
    },
  );

  it.each(ways.filter(losesFirstLine))(
    "reads what stands before the first counter for a caller of $caller in $upstream, where the first line is left out in any case",
    async (way) => {
      const { cached, all } = await askTwice(way, {});
      expect(cached).toBeGreaterThan(390);
      expect(all - cached).toBeGreaterThan(100);
    },
  );

  it.each(ways)(
    "reads all but the last words with stablePrompt, for a caller of $caller in $upstream",
    async (way) => {
      const { cached, all, prompt, noted } = await askTwice(way, { stablePrompt: true });
      expect(all - cached).toBeLessThan(5);
      expect(prompt).not.toMatch(/billing|total_tokens/);
      expect(prompt).toContain(answer);
      expect(noted).toHaveLength(2);
    },
  );

  it("keeps the lines of tools that are not named", async () => {
    const way = { caller: "messages", upstream: "messages" } as const;
    const { cached, prompt } = await askTwice(way, { stablePrompt: ["pi"] });
    expect(prompt).toContain("billing");
    expect(cached).toBeLessThan(10);
  });
});
