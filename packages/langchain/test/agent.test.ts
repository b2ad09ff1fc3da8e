import { ServiceError } from "@diglot/core";
import { fromLangChain } from "@diglot/langchain";
import { ways } from "@diglot/test-support/ask";
import { asked, type Create, fakeOf, itServesAgent } from "@diglot/test-support/frameworks";
import { faults, toolCall } from "@diglot/testing";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

type Fetch = typeof globalThis.fetch;
const apiKey = "sk-upstream";
const options = { id: "shop-agent" };

const stock = tool(async () => "3 left", {
  name: "stock",
  description: "How many are left.",
  schema: z.object({}),
});

const chatOpenAI = (fetch: Fetch) =>
  new ChatOpenAI({ model: "gpt-4.1", apiKey, maxRetries: 0, configuration: { fetch } });
const chatAnthropic = (fetch: Fetch) =>
  new ChatAnthropic({
    ...{ model: "claude-sonnet-4-5", apiKey, maxRetries: 0 },
    clientOptions: { fetch },
  });

/** A graph that is put together by hand. */
function graphOf(fetch: Fetch) {
  const model = chatOpenAI(fetch).bindTools([stock]);
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({
      messages: [await model.invoke([new SystemMessage("You know the shop."), ...messages])],
    }))
    .addNode("tools", new ToolNode([stock]))
    .addEdge(START, "model")
    .addConditionalEdges("model", toolsCondition, ["tools", END])
    .addEdge("tools", "model")
    .compile();
}

const systemPrompt = "You know the shop.";
const agents: Readonly<Record<string, Create>> = {
  "createAgent, over ChatOpenAI": (fetch) =>
    fromLangChain(createAgent({ model: chatOpenAI(fetch), tools: [stock], systemPrompt }), options),
  "createAgent, over ChatAnthropic": (fetch) =>
    fromLangChain(
      createAgent({ model: chatAnthropic(fetch), tools: [stock], systemPrompt }),
      options,
    ),
  "a graph": (fetch) => fromLangChain(graphOf(fetch), options),
};

const cases = Object.entries(agents).flatMap(([kind, create]) =>
  ways.map((way) => ({ kind, create, ...way })),
);

describe.each(cases)("$kind for $format, streamed: $stream", (way) => {
  itServesAgent(way, way.create);

  it("ends early where its model does", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ text: "Thr", stop: "max_tokens" }]);
    const reason = way.format === "messages" ? "max_tokens" : "length";
    expect(await asked(way.create(fetch), way).reply).toMatchObject({ text: "Thr", reason });
  });

  it("fails if the reply of its model breaks off", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ text: "Three are left.", fault: faults.cut({ events: 3 }) }]);
    const { reply, ledger } = asked(way.create(fetch), way);
    await expect(reply).rejects.toBeDefined();
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });
});

describe.each(ways)("a graph for $format, streamed: $stream", (way) => {
  it("hands over the calls that none of its nodes answers", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply("Which? ", toolCall({ name: "stock", arguments: { of: "mugs" } }));
    const model = chatOpenAI(fetch).bindTools([stock]);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge(START, "model")
      .compile();
    expect(await asked(fromLangChain(graph, options), way).reply).toMatchObject({
      text: "Which? ",
      calls: [{ name: "stock", input: { of: "mugs" } }],
      reason: way.format === "messages" ? "tool_use" : "tool_calls",
    });
  });

  it("keeps the calls apart of models that run at once", async () => {
    const { fake, fetch } = fakeOf();
    const call = (of: string) => toolCall({ name: "stock", arguments: { of } });
    fake.script([{ pieces: [call("mugs")] }, { pieces: [call("cups")] }]);
    const model = chatOpenAI(fetch).bindTools([stock]);
    const say = async ({ messages }: typeof MessagesAnnotation.State) => ({
      messages: [await model.invoke(messages)],
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("one", say)
      .addNode("other", say)
      .addEdge(START, "one")
      .addEdge(START, "other")
      .compile();
    const { calls } = await asked(fromLangChain(graph, options), way).reply;
    expect(calls.map(({ input }) => input)).toEqual(
      expect.arrayContaining([{ of: "mugs" }, { of: "cups" }]),
    );
    expect(calls).toHaveLength(2);
  });

  it("shows messages that no model has streamed, and ends for their reason", async () => {
    const message = new AIMessage({
      content: "Thr",
      response_metadata: { finish_reason: "length" },
      usage_metadata: { input_tokens: 7, output_tokens: 5, total_tokens: 12 } as never,
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("say", async () => ({ messages: [message] }))
      .addEdge(START, "say")
      .compile();
    expect(await asked(fromLangChain(graph, options), way).reply).toMatchObject({
      text: "Thr",
      reason: way.format === "messages" ? "max_tokens" : "length",
      usage: { input: 7, output: 5 },
    });
  });

  it("fails if it waits for an answer that no caller can give", async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("ask", async () => {
        interrupt("May I?");
        return {};
      })
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    const model = fromLangChain(graph, {
      ...options,
      config: ({ requestId }) => ({ configurable: { thread_id: requestId } }),
    });
    const { reply, failures } = asked(model, way);
    await expect(reply).rejects.toMatchObject({ status: 500 });
    expect(failures.map((failure) => ServiceError.from(failure).cause)).toMatchObject([
      { message: expect.stringContaining("interrupted") },
    ]);
  });

  it("gets the configuration and the input that the operator makes of a request", async () => {
    const seen: unknown[] = [];
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("say", async ({ messages }, config) => {
        seen.push(messages.length, config.configurable?.account);
        return { messages: [new AIMessage("ok")] };
      })
      .addEdge(START, "say")
      .compile();
    const model = fromLangChain(graph, {
      ...options,
      config: ({ caller }) => ({ configurable: { account: caller.accountId } }),
      input: (messages) => ({ messages: [...messages, new HumanMessage("!")] }),
    });
    expect(await asked(model, way).reply).toMatchObject({ text: "ok" });
    expect(seen).toEqual([2, expect.any(String)]);
  });
});
