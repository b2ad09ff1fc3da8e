import { type InProcessRequest, refusal, stop, thinking, usage } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import { createTimeByHand } from "../time.js";
import {
  answerTo,
  complete,
  conversationOf,
  join,
  minimal,
  refusalOf,
  stream,
  watching,
  withoutPlaces,
} from "./helpers.js";

/** Messages from pairs of role and content. */
function talk(...turns: readonly (readonly [role: string, content: unknown])[]) {
  return { messages: turns.map(([role, content]) => ({ role, content })) };
}

/** The blocks of the first user message. */
async function blocksOf(...content: readonly object[]) {
  return withoutPlaces((await conversationOf(talk(["user", content]))).turns[0]?.blocks);
}

/** Every optional member of the body. */
const optional =
  "max_completion_tokens max_tokens temperature top_p n stop frequency_penalty presence_penalty logit_bias logprobs top_logprobs seed user safety_identifier prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort verbosity response_format tools tool_choice parallel_tool_calls functions function_call stream stream_options modalities audio prediction store metadata service_tier moderation web_search_options";

describe("a plain answer", () => {
  it("C001 is a whole completion", async () => {
    const { clock } = createTimeByHand();
    const completion = await complete(["Hello", " there."], {}, { clock });
    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{29}$/),
      object: "chat.completion",
      created: Math.floor(clock.now() / 1000),
      model: "scripted",
      service_tier: "default",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hello there.", refusal: null },
          finish_reason: "stop",
        },
      ],
    });
    const { prompt_tokens, completion_tokens, total_tokens } = completion.usage;
    expect(prompt_tokens).toBeGreaterThan(0);
    expect(total_tokens).toBe(prompt_tokens + completion_tokens);
  });

  it("C002 is the same if every optional member is null", async () => {
    const nothing = Object.fromEntries(optional.split(" ").map((name) => [name, null]));
    const [plain, withNulls] = [await complete(["Hello"]), await complete(["Hello"], nothing)];
    expect(withNulls.choices).toEqual(plain.choices);
    expect(withNulls.usage).toEqual(plain.usage);
  });

  it("C016 that its limit cut says so and keeps what there is", async () => {
    const words = Array.from({ length: 40 }, () => "word ");
    for (const limit of [{ max_tokens: 5 }, { max_completion_tokens: 5 }]) {
      const { message, finish } = await answerTo(words, limit);
      expect(finish).toBe("length");
      expect(message.content).toMatch(/^word /);
      expect(message.content?.length).toBeLessThan(40);
    }
  });

  it.each([
    ["a string", "END"],
    ["four strings", ["one", "two", "END", "three"]],
  ])("C017 ends before a stop text given as %s, however it is cut", async (_title, texts) => {
    const script = ["Hello E", "N", "D and never this"];
    expect(await answerTo(script, { stop: texts })).toMatchObject({
      message: { content: "Hello " },
      finish: "stop",
    });
    const { deltas, finishes } = await stream(script, { stop: texts });
    expect(join(deltas, "content")).toBe("Hello ");
    expect(finishes).toEqual(["stop"]);
  });

  it("C018 has as many choices as were asked for, each with its index, and one sum of usage", async () => {
    expect((await complete(["x"], { n: 1 })).choices.map(({ index }) => index)).toEqual([0]);
    const counts = usage({ input: 5, output: 2 });
    const { choices, usage: sum } = await complete([counts, "x"], { n: 2 });
    expect(choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, "x"],
      [1, "x"],
    ]);
    expect(sum).toMatchObject({ prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 });
  });

  it("C018 is refused with more choices than its model gives", async () => {
    const error = await refusalOf({ n: 2 }, { model: { capabilities: { choices: 1 } } });
    expect(error).toMatchObject({ status: 400, param: "n", code: "unsupported_value" });
  });

  it("C019 shows a refusal in its own member", async () => {
    expect(await answerTo([refusal("I would "), refusal("rather not.")])).toMatchObject({
      message: { content: null, refusal: "I would rather not." },
      finish: "stop",
    });
  });

  it("C020 says that its content was filtered", async () => {
    const { finish } = await answerTo(["Some", stop("content_filter")]);
    expect(finish).toBe("content_filter");
  });

  it("C021 is empty where reasoning took the whole limit", async () => {
    const script = [
      thinking("On and on."),
      usage({ input: 5, output: 8, reasoning: 8 }),
      stop("max_tokens"),
    ];
    const completion = await complete(script);
    expect(completion.choices[0]).toMatchObject({
      message: { content: "" },
      finish_reason: "length",
    });
    expect(completion.usage).toMatchObject({
      completion_tokens: 8,
      completion_tokens_details: { reasoning_tokens: 8 },
    });
  });

  it("C022 has no log probabilities: a request for them is refused", async () => {
    expect(await refusalOf({ logprobs: true, top_logprobs: 2 })).toMatchObject({
      status: 400,
      param: "logprobs",
      code: "unsupported_parameter",
    });
  });

  it.each([
    ["fast", "priority"],
    ["priority", "priority"],
    ["auto", "default"],
  ])("C024 to a request for the tier %s names the tier %s", async (asked, named) => {
    expect((await complete(["x"], { service_tier: asked })).service_tier).toBe(named);
  });

  it("C025 follows a schema that the model is given", async () => {
    const schema = {
      type: "object",
      properties: { answer: { type: "integer" } },
      required: ["answer"],
      additionalProperties: false,
    };
    const received: InProcessRequest[] = [];
    const { message } = await answerTo(
      async function* (request) {
        received.push(request);
        yield '{"answer":';
        yield "42}";
      },
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "answer", strict: true, schema },
        },
      },
    );
    expect(received[0]?.conversation.output).toEqual({
      type: "json_schema",
      name: "answer",
      strict: true,
      schema,
    });
    expect(JSON.parse(message.content ?? "")).toEqual({ answer: 42 });
  });

  it("C027 names the model that an alias stands for", async () => {
    const options = { models: [modelOf(["x"], { aliases: ["latest"] }, "scripted-2026-11-01")] };
    const asked = { model: "latest" };
    expect((await complete(["x"], asked, options)).model).toBe("scripted-2026-11-01");
    const { chunks } = await stream(["x"], asked, options);
    expect(new Set(chunks.map(({ model }) => model))).toEqual(new Set(["scripted-2026-11-01"]));
  });
});

describe("what the model receives", () => {
  it("C003 C004 is the text of a string and of parts, in their order", async () => {
    const text = (said: string) => ({ type: "text", text: said });
    expect(await blocksOf(text("hi"))).toEqual(
      withoutPlaces((await conversationOf(talk(["user", "hi"]))).turns[0]?.blocks),
    );
    expect(await blocksOf(text("one"), text("two"), text("three"))).toEqual([
      text("one"),
      text("two"),
      text("three"),
    ]);
  });

  it("C005 C006 is every instruction, wherever it stands and whatever its role is called", async () => {
    const { system, turns } = await conversationOf(
      talk(
        ["developer", "Be brief."],
        ["user", "hi"],
        ["system", "Be kind."],
        ["user", "again"],
        ["developer", "Be late."],
      ),
    );
    expect(withoutPlaces(system)).toEqual([{ type: "text", text: "Be brief." }]);
    expect(turns.map(({ role }) => role)).toEqual(["user", "system", "user", "system"]);
    expect(withoutPlaces(turns[1]?.blocks)).toEqual([{ type: "text", text: "Be kind." }]);
  });

  it("C007 is two turns of the user if two came in a row", async () => {
    const { turns } = await conversationOf(talk(["user", "one"], ["user", "two"]));
    expect(turns.flatMap(({ blocks }) => withoutPlaces(blocks))).toEqual([
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ]);
  });

  it("C008 is the beginning of its own answer, unless it cannot go on from there", async () => {
    const begun = talk(["user", "hi"], ["assistant", "Once upon"]);
    expect((await conversationOf(begun)).turns.at(-1)?.role).toBe("assistant");
    const model = { capabilities: { prefill: false } };
    expect(await refusalOf(begun, { model })).toMatchObject({
      status: 400,
      param: "messages[1].role",
    });
  });

  it("C009 is the name of a speaker, whatever it holds", async () => {
    const messages = [{ role: "user", content: "hi", name: "bob smith" }];
    expect((await conversationOf({ messages })).turns[0]?.name).toBe("bob smith");
  });

  it("C010 C011 is an image as its bytes or its address, with the detail", async () => {
    const image = (url: string, detail?: string) => ({
      type: "image_url",
      image_url: { url, ...(detail ? { detail } : {}) },
    });
    const blocks = await blocksOf(
      image("data:image/png;base64,iVBORw0="),
      image("https://images.example/a.png", "original"),
    );
    expect(blocks).toMatchObject([
      { type: "image", source: { type: "base64", mediaType: "image/png", data: "iVBORw0=" } },
      {
        type: "image",
        source: { type: "url", url: "https://images.example/a.png" },
        detail: "original",
      },
    ]);
  });

  it("C012 is a document as its bytes, and an uploaded file is refused", async () => {
    const file = { file_data: "data:application/pdf;base64,JVBERi0=", filename: "a.pdf" };
    expect(await blocksOf({ type: "file", file })).toMatchObject([
      {
        type: "document",
        source: { type: "base64", mediaType: "application/pdf", data: "JVBERi0=" },
        title: "a.pdf",
      },
    ]);
    const uploaded = [{ type: "file", file: { file_id: "file-1" } }];
    expect(await refusalOf(talk(["user", uploaded]))).toMatchObject({
      status: 400,
      param: "messages[0].content[0].file.file_id",
      code: "unsupported_parameter",
    });
  });

  it("C013 is a sound, and a model that does not hear refuses it", async () => {
    const sound = { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } };
    expect(await blocksOf(sound)).toMatchObject([
      { type: "audio", encoding: "wav", data: "UklGRg==" },
    ]);
    const model = { capabilities: { audio: false } };
    expect(await refusalOf(talk(["user", [sound]]), { model })).toMatchObject({
      status: 400,
      param: "messages[0].content[0].type",
    });
  });

  it("C014 is a refusal of an earlier answer", async () => {
    const { turns } = await conversationOf(
      talk(["user", "hi"], ["assistant", [{ type: "refusal", refusal: "No." }]], ["user", "why"]),
    );
    expect(withoutPlaces(turns[1]?.blocks)).toEqual([{ type: "refusal", text: "No." }]);
  });

  it.each([
    [{ max_tokens: 11 }, 11],
    [{ max_completion_tokens: 12 }, 12],
    [{ max_tokens: 11, max_completion_tokens: 12 }, 12],
    [{ max_tokens: 12, max_completion_tokens: 11 }, 11],
  ])("C015 is the limit of %o: %i", async (limits, expected) => {
    const received: InProcessRequest[] = [];
    await complete(watching(received), limits);
    expect(received[0]?.maxTokens).toBe(expected);
    expect(received[0]?.conversation.maxTokens).toBe(expected);
  });

  it("C028 is every member that the format does not know", async () => {
    const change = { top_k_of_tomorrow: { deep: [1] }, min_p: 0.1 };
    expect((await conversationOf(change)).extensions).toMatchObject(change);
    const model = { capabilities: { extensions: ["min_p"] } };
    expect(await refusalOf(change, { model })).toMatchObject({
      code: "unknown_parameter",
      param: "top_k_of_tomorrow",
    });
  });

  it("C084 C087 is a role and a part that the format does not know, if it takes them", async () => {
    const change = talk(["oracle", "hm"], ["user", [{ type: "hologram", size: 3 }]]);
    const model = { capabilities: { unknownContent: ["oracle", "hologram"] } };
    const { turns } = await conversationOf(change, { model });
    expect(turns[0]?.role).toBe("oracle");
    expect(withoutPlaces(turns[1]?.blocks)).toEqual([
      { type: "native", format: "chat-completions", value: { type: "hologram", size: 3 } },
    ]);
    expect(await refusalOf(change)).toMatchObject({
      code: "invalid_value",
      param: "messages[0].role",
    });
  });

  it("C030 is every character that JSON can hold, and so is the answer", async () => {
    const said = 'Grüße 👩‍👩‍👧 \u0000 \ud83d \udc00 \u2028 \ufeff </script> \\ " \u007f';
    const script = async function* ({ conversation }: InProcessRequest) {
      const block = conversation.turns[0]?.blocks[0];
      yield block?.type === "text" ? block.text : "";
    };
    const change = talk(["user", said]);
    expect((await answerTo(script, change)).message.content).toBe(said);
    expect(join((await stream(script, change)).deltas, "content")).toBe(said);
  });

  it("C001 is nothing that the caller did not say", async () => {
    expect(await conversationOf({})).toMatchObject({
      model: minimal.model,
      system: [],
      tools: [],
      toolChoice: undefined,
      maxTokens: undefined,
      temperature: undefined,
      stopSequences: [],
      output: undefined,
    });
  });
});
