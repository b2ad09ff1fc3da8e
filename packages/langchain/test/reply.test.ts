import { inspect } from "node:util";
import { fromLangChain } from "@diglot/langchain";
import { describe, expect, it } from "vitest";
import { answerOf, chatModelOf, iterate } from "./served.js";

const text = (words: string) => ({ type: "text", text: words });
const thought = (words: string) => ({ type: "thinking", thinking: words });
const said = (content: unknown, more: object = {}) => ({ type: "ai", content, ...more });
const called = (...tool_call_chunks: object[]) => said("", { tool_call_chunks });
const ended = (response_metadata: object, more: object = {}) =>
  said("", { response_metadata, ...more });

/** What a caller of Messages gets of the chunks of a chat model. */
async function answerTo(chunks: readonly unknown[]) {
  const model = fromLangChain(chatModelOf({ chunks }).model, { id: "scripted" });
  const { text, ...answer } = await answerOf(model, "messages");
  return { ...answer, ...JSON.parse(text) };
}

describe("the content of a reply", () => {
  it.each<[string, readonly unknown[], readonly object[]]>([
    ["text", ["Th", "ree."], [text("Three.")]],
    ["text of messages", [said("Th"), said(""), said("ree.")], [text("Three.")]],
    [
      "text of blocks",
      [said([text("Th"), { type: "text_delta", text: "ree." }])],
      [text("Three.")],
    ],
    [
      "reasoning, with its proof",
      [
        said([{ type: "thinking", thinking: "Hm.", index: 0 }]),
        said([{ type: "thinking", signature: "proof", index: 0 }]),
        said([text("3")]),
      ],
      [{ ...thought("Hm."), signature: "proof" }, text("3")],
    ],
    [
      "reasoning that only its maker can read",
      [
        said([
          { type: "redacted_thinking", data: "sealed" },
          { type: "redacted_thinking" },
          text("3"),
        ]),
      ],
      [{ type: "redacted_thinking", data: "sealed" }, text("3")],
    ],
    [
      "parts of reasoning as paragraphs",
      [
        said([{ type: "reasoning", reasoning: "One", index: 0 }]),
        said([{ type: "reasoning", reasoning: ".", index: 0 }]),
        said([{ type: "reasoning", reasoning: "Two.", index: 1 }]),
        said("3"),
      ],
      [thought("One.\n\nTwo."), text("3")],
    ],
    [
      "parts of reasoning as paragraphs, also if nothing is said between them",
      [
        said([{ type: "reasoning", reasoning: "One.", index: 0 }]),
        said(""),
        said([{ type: "text" }, text("")]),
        said([{ type: "reasoning", reasoning: "Two.", index: 1 }]),
        said("3"),
      ],
      [thought("One.\n\nTwo."), text("3")],
    ],
    [
      "reasoning after a text, or after a proof, as one that stands apart",
      [
        said([{ ...thought("One."), signature: "a", index: 0 }]),
        said([{ ...thought("Two."), index: 1 }]),
        said("A"),
        said([{ ...thought("Three."), index: 2 }]),
        said("B"),
      ],
      [
        { ...thought("One."), signature: "a" },
        thought("Two."),
        text("A"),
        thought("Three."),
        text("B"),
      ],
    ],
    [
      "reasoning of servers that send it apart",
      [said("", { additional_kwargs: { reasoning_content: "Hm." } }), said("3")],
      [thought("Hm."), text("3")],
    ],
    [
      "nothing of what says nothing",
      [
        said([{ type: "thinking", thinking: 3, signature: "", index: 0 }]),
        said([{ type: "something_new", text: "no" }]),
        said("3", { additional_kwargs: { reasoning_content: "", refusal: "" } }),
      ],
      [text("3")],
    ],
  ])("is %s", async (_name, chunks, content) => {
    const answer = await answerTo(chunks);
    expect(answer.content).toMatchObject(content);
    expect(answer.content).toHaveLength(content.length);
    expect(answer.losses).toEqual([]);
  });

  it("is a refusal", async () => {
    const answer = await answerTo([said("", { additional_kwargs: { refusal: "I will not." } })]);
    expect(answer).toMatchObject({ content: [text("I will not.")], stop_reason: "refusal" });
  });

  it.each<[string, object, string]>([
    ["a file", said([{ type: "image_url" }]), "a file"],
    ["sound", said([{ type: "audio" }]), "a file"],
    ["a film", said([{ type: "video" }]), "a file"],
    ["media", said([{ type: "media" }]), "a file"],
    ["a file of the provider", said([{ type: "file" }]), "a file"],
    ["a tool of the provider", said([{ type: "server_tool_use" }]), "tool of its own"],
    ["another tool of the provider", said([{ type: "mcp_tool_use" }]), "tool of its own"],
    ["what such a tool says", said([{ type: "web_search_tool_result" }]), "tool of its own"],
    ["what tools say", said("", { additional_kwargs: { tool_outputs: [{}] } }), "tool of its own"],
    ["citations", said([{ ...text("3"), citations: [{}] }]), "sources"],
    ["annotations", said([{ ...text("3"), annotations: [{}] }]), "sources"],
  ])("is not %s: the receipt says so", async (_name, chunk, words) => {
    const { losses } = await answerTo([chunk, said("ok")]);
    expect(losses).toMatchObject([{ code: "dropped", reason: expect.stringContaining(words) }]);
  });

  it("has nothing to say in the receipt of lists that are empty", async () => {
    const chunk = said([{ ...text("3"), citations: [], annotations: undefined }], {
      additional_kwargs: { tool_outputs: [] },
    });
    const others = ["my_file", "my_server_tool", "web_search_tool_result_of_mine"];
    for (const type of others) {
      expect((await answerTo([chunk, said([{ type }])])).losses).toEqual([]);
    }
  });
});

describe("the calls of a reply", () => {
  const use = (name: string, input: object) => ({ type: "tool_use", name, input });

  it.each<[string, readonly object[], readonly object[]]>([
    [
      "from pieces with an index",
      [
        called({ index: 0, id: "a", name: "stock", args: '{"of":' }),
        called({ index: 0, args: '"mug"}' }),
      ],
      [use("stock", { of: "mug" })],
    ],
    [
      "from pieces without an index, which belong to the last one",
      [
        called({ id: "a", name: "stock", args: '{"of":' }),
        called({ args: '"mug"}' }),
        called({ id: "b", name: "price" }),
        called({ args: "{}" }),
      ],
      [use("stock", { of: "mug" }), use("price", {})],
    ],
    [
      "from pieces that take turns, each by its index",
      [
        called({ index: 0, id: "a", name: "stock", args: '{"of":' }),
        called({ index: 1, id: "b", name: "price", args: '{"in":' }),
        called({ index: 0, args: '"mug"}' }),
        called({ index: 1, args: '"EUR"}' }),
      ],
      [use("stock", { of: "mug" }), use("price", { in: "EUR" })],
    ],
    [
      "from pieces of which some have an index",
      [
        called({ index: 0, id: "a", name: "stock", args: "{}" }),
        called({ id: "b", name: "price", args: "{}" }),
      ],
      [use("stock", {}), use("price", {})],
    ],
    [
      "from several pieces in one chunk",
      [called({ index: 0, name: "stock", args: "{}" }, { index: 1, name: "price", args: "{}" })],
      [use("stock", {}), use("price", {})],
    ],
    [
      "from whole messages",
      [said("", { tool_calls: [{ id: "a", name: "stock", args: { of: "mug" } }] })],
      [use("stock", { of: "mug" })],
    ],
    [
      "before the text that interrupts them",
      [
        called({ index: 0, name: "stock", args: "{" }),
        said("Wait."),
        called({ index: 0, args: "}" }),
      ],
      [use("stock", {}), text("Wait.")],
    ],
  ])("are put together %s", async (_name, chunks, content) => {
    const answer = await answerTo(chunks);
    expect(answer.content).toMatchObject(content);
    expect(answer.content).toHaveLength(content.length);
    expect(answer.stop_reason).toBe("tool_use");
  });

  it("have arguments that are not JSON as they are", async () => {
    const { model } = chatModelOf({
      chunks: [said("", { invalid_tool_calls: [{ id: "a", name: "stock", args: "{of" }] })],
    });
    const { text } = await answerOf(fromLangChain(model, { id: "a" }), "chat-completions");
    expect(JSON.parse(text).choices[0].message.tool_calls).toMatchObject([
      { function: { name: "stock", arguments: "{of" } },
    ]);
  });
});

describe("the end of a reply", () => {
  it.each<[string, object, string]>([
    ["finish_reason", { finish_reason: "length" }, "max_tokens"],
    ["stop_reason", { stop_reason: "max_tokens" }, "max_tokens"],
    ["finishReason", { finishReason: "MAX_TOKENS" }, "max_tokens"],
    ["done_reason", { done_reason: "length" }, "max_tokens"],
    ["status", { status: "max_output_tokens" }, "max_tokens"],
    [
      "incomplete_details",
      { incomplete_details: { reason: "max_output_tokens" }, status: "incomplete" },
      "max_tokens",
    ],
    ...["content_filter", "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"].map(
      (reason): [string, object, string] => [reason, { finish_reason: reason }, "refusal"],
    ),
    ["a refusal", { stop_reason: "refusal" }, "refusal"],
    ["a pause", { stop_reason: "pause_turn" }, "pause_turn"],
    [
      "a full window",
      { stop_reason: "model_context_window_exceeded" },
      "model_context_window_exceeded",
    ],
    ["an ordinary end", { finish_reason: "stop" }, "end_turn"],
    ["a word that is new", { finish_reason: "constructor" }, "end_turn"],
    ["no word", { finish_reason: 3 }, "end_turn"],
  ])("is told by %s", async (_name, metadata, stop_reason) => {
    expect(await answerTo([said("Thr"), ended(metadata), said("")])).toMatchObject({ stop_reason });
  });

  it.each<[string, object]>([
    ["its message", ended({ stop_reason: "stop_sequence", stop_sequence: "END" })],
    [
      "its other members",
      ended(
        { stop_sequence: 3 },
        { additional_kwargs: { stop_reason: "stop_sequence", stop_sequence: "END" } },
      ),
    ],
  ])("is a stop sequence, by %s", async (_name, end) => {
    expect(await answerTo([said("Thr"), end])).toMatchObject({
      ...{ stop_reason: "stop_sequence", stop_sequence: "END" },
    });
  });

  it("names no stop sequence that is no text", async () => {
    const end = ended({ stop_reason: "stop_sequence", stop_sequence: 3 });
    expect(await answerTo([said("Thr"), end])).toMatchObject({
      ...{ status: 200, stop_reason: "stop_sequence", stop_sequence: null },
    });
  });

  it.each(["openai", "anthropic"])(
    "is missing from a reply of %s that breaks off",
    async (model_provider) => {
      const begun = said("Thr", { response_metadata: { model_provider } });
      expect(await answerTo([begun, said("ee")])).toMatchObject({ status: 502 });
      expect(await answerTo([begun, ended({ finish_reason: "stop" })])).toMatchObject({
        status: 200,
      });
    },
  );

  it("may be missing from a reply of others", async () => {
    const begun = said("Thr", { response_metadata: { model_provider: "other" } });
    expect(await answerTo([begun])).toMatchObject({ status: 200, stop_reason: "end_turn" });
    expect(await answerTo([])).toMatchObject({ status: 200, content: [] });
  });
});

describe("the tokens of a reply", () => {
  const counts = (input_tokens: number, output_tokens: number, more: object = {}) => ({
    usage_metadata: { input_tokens, output_tokens, ...more },
  });
  const cached = { input_token_details: { cache_read: 20, cache_creation: 10 } };
  const reasoned = { output_token_details: { reasoning: 3 } };

  it.each<[string, readonly object[], object]>([
    [
      "of each kind once",
      [said("3", counts(70, 9, { ...cached, ...reasoned }))],
      { input: 40, cacheRead: 20, cacheWrite: 10, output: 9, reasoning: 3 },
    ],
    [
      "of all chunks together",
      [said("3", counts(70, 1, cached)), said("", counts(0, 8))],
      { input: 40, cacheRead: 20, cacheWrite: 10, output: 9 },
    ],
    [
      "without the output that the last chunk repeats",
      [
        said("3", counts(70, 1)),
        said("", { ...counts(0, 9), additional_kwargs: { stop_reason: "end_turn" } }),
      ],
      { input: 70, output: 9 },
    ],
    ["never below zero", [said("3", counts(5, 9, cached))], { input: 0, cacheRead: 20 }],
    ["as the service counts them", [said("3")], { sources: { input: "estimated" } }],
  ])("are kept %s", async (_name, chunks, usage) => {
    expect((await answerTo(chunks)).rows).toMatchObject([{ usage }]);
  });

  it("are kept as far as they came of a reply that breaks off", async () => {
    const { rows } = await answerTo([said("3", counts(70, 9)), new Error("Gone.")]);
    expect(rows).toMatchObject([{ usage: { input: 70, output: 9 } }]);
  });

  it("are kept of each message, whose last chunk repeats its own output alone", async () => {
    const message = (output: number) => [
      said("3", counts(70, 1)),
      said("", { ...counts(0, output), additional_kwargs: { stop_reason: "end_turn" } }),
    ];
    const { rows } = await answerTo([...message(9), ...message(5)]);
    expect(rows).toMatchObject([{ usage: { input: 140, output: 14 } }]);
  });
});

describe("a model that fails", () => {
  it("has sent what is no JSON: it is a bad response, and nothing of it is reported", async () => {
    const { status, failures } = await answerTo([new SyntaxError("canary")]);
    expect(status).toBe(502);
    expect(inspect(failures, { depth: 12, showHidden: true })).not.toContain("canary");
  });

  it("streams neither texts nor messages", async () => {
    for (const chunk of [3, null, { content: "no" }, { type: "ai" }]) {
      const { status, failures } = await answerTo([chunk]);
      expect(status).toBe(500);
      expect(inspect(failures)).toContain("end it with a model, or with a StringOutputParser");
    }
  });

  it("says it with its own error", async () => {
    const overloaded = Object.assign(new Error("Later."), { status: 503 });
    expect(await answerTo([overloaded])).toMatchObject({ status: 529 });
  });
});

describe("a graph", () => {
  const piece = (message: unknown) => ["messages", [message, {}]];
  const step = (...messages: object[]) => ["updates", { node: { messages } }];

  async function answerOfGraph(
    parts: readonly unknown[],
    members: object = { lg_is_pregel: true },
  ) {
    const configs: Record<string, unknown>[] = [];
    const graph = {
      ...members,
      async stream(_input: unknown, config: Record<string, unknown> = {}) {
        configs.push(config);
        return iterate(parts);
      },
    };
    const { text, ...answer } = await answerOf(fromLangChain(graph, { id: "a" }), "messages");
    return { ...answer, ...JSON.parse(text), configs };
  }

  it("is asked for its messages and its steps, and is stopped when its reply is over", async () => {
    const { configs } = await answerOfGraph([piece(said("3"))]);
    expect(configs).toMatchObject([
      { streamMode: ["messages", "updates"], signal: { aborted: true }, callbacks: [{}] },
    ]);
  });

  it.each<[string, object]>([
    ["of LangGraph", { lg_is_pregel: true }],
    ["of an agent", { graph: { nodes: {} } }],
  ])("is one %s", async (_name, members) => {
    const { content } = await answerOfGraph([piece(said("3"))], members);
    expect(content).toEqual([text("3")]);
  });

  it.each<[string, object]>([
    ["a graph that is nothing", { graph: null }],
    ["a graph without nodes", { graph: {} }],
    ["nothing of a graph", { lg_is_pregel: false }],
  ])("is none if it has %s: it streams messages", async (_name, members) => {
    const { content } = await answerOfGraph([said("3")], members);
    expect(content).toEqual([text("3")]);
  });

  it("shows what its models say, each step as a paragraph, and nothing of others", async () => {
    const { content } = await answerOfGraph([
      piece(said([{ ...thought("One."), index: 0 }])),
      piece({ type: "human", content: "no" }),
      piece("no"),
      piece(null),
      step(),
      piece(said([{ ...thought("Two."), index: 0 }])),
      piece(said("I look.")),
      step(said("I look.")),
      piece(said("Three.")),
      step(said("Three.")),
    ]);
    expect(content).toEqual([
      expect.objectContaining(thought("One.\n\nTwo.")),
      text("I look.\n\nThree."),
    ]);
  });

  it("ends as its last message says, with the calls that no node has answered", async () => {
    const asking = said("", {
      tool_calls: [
        { id: "a", name: "stock", args: {} },
        { id: "b", name: "price", args: { of: "mug" } },
        { name: "now", args: {} },
      ],
      invalid_tool_calls: [{ id: "e", name: "empty", args: "" }],
    });
    const { content, stop_reason } = await answerOfGraph([
      step(asking),
      ["updates", { tools: [{ messages: { type: "tool", content: "3", tool_call_id: "a" } }] }],
      ["updates", { other: null, another: { messages: "none" } }],
    ]);
    expect(stop_reason).toBe("tool_use");
    expect(content).toMatchObject([
      { type: "tool_use", name: "price", input: { of: "mug" } },
      { type: "tool_use", name: "now", input: {} },
      { type: "tool_use", name: "empty", input: {} },
    ]);
    const early = step(ended({ finish_reason: "length" }));
    expect(await answerOfGraph([piece(said("Thr")), early])).toMatchObject({
      stop_reason: "max_tokens",
    });
  });

  it("ends as its last message of a model says, whatever others follow", async () => {
    const answer = await answerOfGraph([
      step(ended({ finish_reason: "length" }), { type: "human", content: "And now?" }),
    ]);
    expect(answer).toMatchObject({ stop_reason: "max_tokens" });
  });

  it("is counted as its messages say", async () => {
    const usage_metadata = { input_tokens: 7, output_tokens: 5 };
    const { rows } = await answerOfGraph([
      piece(said("I look.", { usage_metadata })),
      step(),
      piece(said("Three.", { usage_metadata })),
    ]);
    expect(rows).toMatchObject([{ usage: { input: 14, output: 10 } }]);
  });

  it("fails if it is interrupted", async () => {
    const { status, failures } = await answerOfGraph([["updates", { __interrupt__: [] }]]);
    expect(status).toBe(500);
    expect(inspect(failures)).toContain("waits for an answer");
  });
});

describe("what the models of a run report", () => {
  type Listener = {
    readonly awaitHandlers: boolean;
    handleLLMNewToken(...given: unknown[]): void;
    handleLLMEnd(result: { generations: object[][] }, id: string): void;
  };
  const usage_metadata = { input_tokens: 7, output_tokens: 5 };

  /** A chain whose models report this, and whose stream has these chunks. */
  async function reportOf(
    report: (listener: Listener) => void,
    chunks: readonly unknown[] = ["Three."],
    given: unknown = undefined,
  ) {
    const seen: unknown[] = [];
    const chain = {
      async stream(_input: unknown, { callbacks }: { callbacks?: unknown } = {}) {
        seen.push(callbacks);
        const listeners = Array.isArray(callbacks) ? callbacks : [];
        const listener = listeners.at(-1);
        if (listener) report(listener);
        return iterate(chunks);
      },
    };
    const config = () => (given === undefined ? {} : { callbacks: given });
    const { text, ...answer } = await answerOf(
      fromLangChain(chain, { id: "a", config }),
      "messages",
    );
    return { ...answer, ...JSON.parse(text), callbacks: seen[0] };
  }
  const token = (listener: Listener, id: string, message: unknown) =>
    listener.handleLLMNewToken("", {}, id, undefined, undefined, { chunk: { message } });

  it("is heard in time, beside the operator's own callbacks", async () => {
    const own = { name: "own" };
    const { callbacks } = await reportOf(() => undefined, ["3"], [own]);
    expect(callbacks).toMatchObject([own, { awaitHandlers: true }]);
    const manager = { handlers: [] };
    expect(await reportOf(() => undefined, ["3"], manager)).toMatchObject({ callbacks: manager });
  });

  it("is the usage of all models, counted once whether they stream or not", async () => {
    const { rows } = await reportOf((listener) => {
      token(listener, "one", said("3", { usage_metadata }));
      token(listener, "one", said("", { usage_metadata: { input_tokens: 0, output_tokens: 1 } }));
      const whole = { message: said("3", { usage_metadata }) };
      listener.handleLLMEnd({ generations: [[whole]] }, "one");
      const other = {
        message: said("3", { usage_metadata: { input_tokens: 100, output_tokens: 50 } }),
      };
      listener.handleLLMEnd({ generations: [[other], [{}]] }, "two");
      listener.handleLLMNewToken("", {}, "three");
    });
    expect(rows).toMatchObject([{ usage: { input: 107, output: 56 } }]);
  });

  it("counts less than what the messages of the stream themselves say", async () => {
    const { rows } = await reportOf(
      (listener) => token(listener, "one", said("", { usage_metadata })),
      [said("3", { usage_metadata: { input_tokens: 2, output_tokens: 1 } })],
    );
    expect(rows).toMatchObject([{ usage: { input: 2, output: 1 } }]);
  });

  it("is why the last model has ended", async () => {
    const { stop_reason } = await reportOf((listener) => {
      const generationInfo = { finish_reason: "length" };
      listener.handleLLMEnd({ generations: [[{ message: said("3"), generationInfo }]] }, "one");
    });
    expect(stop_reason).toBe("max_tokens");
  });

  it("is that a model has broken off, once it has ended", async () => {
    const begun = said("Thr", { response_metadata: { model_provider: "openai" } });
    const running = await reportOf((listener) => token(listener, "one", begun));
    expect(running.status).toBe(200);
    const broken = await reportOf((listener) => {
      token(listener, "one", begun);
      token(listener, "one", said("ee"));
      listener.handleLLMEnd({ generations: [] }, "one");
    });
    expect(broken.status).toBe(502);
    const whole = await reportOf((listener) => {
      token(listener, "one", begun);
      token(listener, "one", ended({ finish_reason: "stop" }));
      token(listener, "one", said(""));
      listener.handleLLMEnd({ generations: [] }, "one");
    });
    expect(whole.status).toBe(200);
  });

  /** A graph whose models report this, before its stream gives each of these parts. */
  async function graphOf(report: (listener: Listener) => void, parts: readonly unknown[]) {
    let given = 0;
    const graph = {
      lg_is_pregel: true,
      async stream(_input: unknown, { callbacks = [] }: { callbacks?: unknown[] } = {}) {
        report(callbacks.at(-1) as Listener);
        return (async function* () {
          for await (const part of iterate(parts)) {
            given += 1;
            yield part;
          }
        })();
      },
    };
    const answer = await answerOf(fromLangChain(graph, { id: "a" }), "messages");
    return { ...answer, given };
  }

  it("is that a model of a graph has broken off: its next step fails, or its end", async () => {
    const breakOff = (listener: Listener) => {
      token(listener, "one", said("Thr", { response_metadata: { model_provider: "openai" } }));
      listener.handleLLMEnd({ generations: [] }, "one");
    };
    const step = ["updates", { node: {} }];
    const piece = ["messages", [said("Thr"), {}]];
    expect(await graphOf(breakOff, [piece])).toMatchObject({ status: 502, given: 1 });
    expect(await graphOf(breakOff, [piece, step, piece])).toMatchObject({ status: 502, given: 2 });
  });

  it("is what a graph has used that fails", async () => {
    const spend = (listener: Listener) => token(listener, "one", said("3", { usage_metadata }));
    const { status, rows } = await graphOf(spend, [new Error("Gone.")]);
    expect([status, rows]).toMatchObject([500, [{ usage: { input: 7, output: 5 } }]]);
  });
});

describe("a runnable", () => {
  it.each<[string, object]>([
    ["has no kind of provider", { _modelType: "base_chat_model" }],
    ["has no kind of model", { _llmType: () => "openai" }],
  ])("is no chat model if it %s: it gets messages as a chain does", async (_name, members) => {
    const inputs: unknown[] = [];
    const chain = {
      ...members,
      async stream(input: unknown) {
        inputs.push(input);
        return iterate(["Three."]);
      },
    };
    const answer = await answerOf(
      fromLangChain(chain, { id: "a", input: () => "what the operator makes of it" }),
      "messages",
    );
    expect([answer.status, inputs]).toEqual([200, ["what the operator makes of it"]]);
  });
});
