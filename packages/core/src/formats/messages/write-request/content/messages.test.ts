import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  callOf,
  capable,
  hello,
  resultOf,
  toolOf,
  write,
} from "../../../../../test/write-messages-request.js";
import type { JsonObject } from "../../../../json/value.js";
import { presets } from "../../../../upstreams/presets.js";
import { signThinking } from "../../wire/signature.js";

const cacheControl = { type: "ephemeral", ttl: "1h" };
const text = (value: string) => ({ type: "text", text: value });
const assistant = (content: unknown, more: JsonObject = {}) => ({
  role: "assistant",
  content,
  ...more,
});
const talk = (...messages: unknown[]) => ({ messages });

describe("writing a request: instructions", () => {
  it("T117 T120 keeps all leading instructions in order and separate, except empty ones", () => {
    const { body } = write(
      talk(
        { role: "system", content: "" },
        { role: "system", content: [text(""), text("a"), text(" ")] },
        { role: "developer", content: "b" },
        hello,
      ),
    );
    expect(body.system).toEqual([text("a"), text("b")]);
  });

  it("reports every member of instructions, even those without effect", () => {
    const names = (content: unknown) =>
      write(talk({ role: "system", content, name: "a", other: 1 }, hello)).entries.map(
        ({ code, at }) => [code, at],
      );
    const reported = [
      ["dropped", "/messages/0/name"],
      ["dropped", "/messages/0/other"],
    ];
    expect(names("x")).toEqual(reported);
    expect(names("")).toEqual(expect.arrayContaining(reported));
    expect(names([])).toEqual(expect.arrayContaining(reported));
    expect(names([text(" ")])).toEqual(expect.arrayContaining(reported));
  });

  it("T118 keeps the cache control of instructions, and no member of the body replaces the instructions", () => {
    const system = { role: "system", content: [{ ...text("a"), cache_control: cacheControl }] };
    const { body, problems } = write({ ...talk(system, hello), system: "other" });
    expect(body.system).toEqual([{ ...text("a"), cache_control: cacheControl }]);
    expect(problems).toMatchObject([{ at: "/system" }]);
  });

  it("T119 leaves later instructions in their place", () => {
    const late = talk(hello, { role: "system", content: "now" }, assistant("ok"), hello);
    expect(write(late).body.messages[1]).toEqual({ role: "system", content: [text("now")] });
    const { body, entries } = write(late, { capabilities: { midSystem: false } });
    expect(body.messages[0].content).toEqual([
      text("hello"),
      text("<system-instructions>\nnow\n</system-instructions>"),
    ]);
    expect(entries).toMatchObject([{ code: "approximated", at: "/messages/1" }]);
  });

  it("wraps instructions in a place where the format allows none, even if the model takes late ones", () => {
    const { body } = write(talk(hello, assistant("ok"), { role: "system", content: "now" }, hello));
    expect(body.messages[2]).toEqual({
      role: "user",
      content: [text("<system-instructions>\nnow\n</system-instructions>"), text("hello")],
    });
  });

  it("hoists or refuses late instructions if the options say so", () => {
    const late = talk(hello, { role: "system", content: "now" });
    const capabilities = { midSystem: false };
    const hoisted = write(late, { capabilities, options: { lateSystem: "hoist" } });
    expect(hoisted.body.system).toEqual([text("now")]);
    expect(hoisted.body.messages).toHaveLength(1);
    const refused = write(late, { capabilities, options: { lateSystem: "refuse" } });
    expect(refused.problems).toMatchObject([{ at: "/messages/1" }]);
  });

  it("makes the last of instructions without messages the message, and notes it", () => {
    const alone = talk({ role: "system", content: "a" }, { role: "system", content: "b" });
    const { body, entries } = write(alone);
    expect(body).toMatchObject({
      system: [text("a")],
      messages: [{ role: "user", content: [text("b")] }],
    });
    expect(entries).toMatchObject([{ code: "approximated" }]);
    const { problems } = write(alone, { unsupported: { default: "strict" } });
    expect(problems).toMatchObject([{ at: "/messages" }]);
  });
});

describe("writing a request: messages", () => {
  it("joins consecutive messages of one role and keeps their blocks separate", () => {
    const { body } = write(talk(hello, { role: "user", content: [text("a"), text("b")] }));
    expect(body.messages).toEqual([
      { role: "user", content: [text("hello"), text("a"), text("b")] },
    ]);
  });

  it("keeps the members that the upstream is known to accept of each message that it joins", () => {
    const capabilities = { extensions: ["a", "b"] };
    const { body, entries } = write(talk({ ...hello, a: 1 }, { ...hello, b: 2 }), { capabilities });
    expect(body.messages).toMatchObject([{ role: "user", a: 1, b: 2 }]);
    expect(entries).toEqual([]);
  });

  it("T136 writes no empty text and no empty assistant message", () => {
    const calls = [callOf("c1")];
    const blank = [text(""), text(" \n")];
    const { body, entries } = write(
      talk(
        { role: "user", content: [...blank, text("a")] },
        assistant(blank, { tool_calls: calls }),
        resultOf("c1"),
        assistant(null),
        hello,
      ),
    );
    expect(body.messages[0].content).toEqual([text("a")]);
    expect(body.messages[1].content).toMatchObject([{ type: "tool_use" }]);
    expect(body.messages[2].content).toMatchObject([{ type: "tool_result" }, text("hello")]);
    expect(body.messages).toHaveLength(3);
    expect(entries.map(({ code, at }) => [code, at])).toEqual([
      ["reshaped", "/messages/0/content/1"],
      ["reshaped", "/messages/1/content/1"],
      ["dropped", "/messages/3"],
    ]);
  });

  it("refuses an empty user message, and a first message of the assistant", () => {
    expect(write(talk({ role: "user", content: " " })).problems).toMatchObject([
      { at: "/messages/0" },
    ]);
    expect(write(talk(assistant("hi"), hello)).problems).toMatchObject([{ at: "/messages/0" }]);
  });

  it("T137 trims white space only at the end of the last message, and only if the assistant's", () => {
    const kept = write(talk({ role: "user", content: "a " }, assistant("b "), hello)).body.messages;
    expect(kept.slice(0, 2)).toMatchObject([{ content: [text("a ")] }, { content: [text("b ")] }]);
    const user = write(talk(hello, assistant("b"), { role: "user", content: "c \n" }));
    expect(user.body.messages[2].content).toEqual([text("c \n")]);
    const options = { capabilities: { prefill: "native" } } as const;
    const last = talk(hello, assistant([text("c "), text("d \n")]));
    expect(write(last, options).body.messages[1].content).toEqual([text("c "), text("d")]);
  });

  it("T112 refuses a last assistant message for models that cannot continue one, such as the newest", () => {
    const { prefill = "native" } = presets.anthropic;
    const prefilled = write(talk(hello, assistant("a")), { capabilities: { prefill } });
    expect(prefilled.problems).toMatchObject([{ at: "/messages/1" }]);
    expect(prefilled.problems[0]?.message).toContain("Append a user message");
  });

  it("refuses unknown roles, and drops names of speakers", () => {
    expect(write(talk({ role: "critic", content: "x" }, hello)).problems).toHaveLength(1);
    const named = write(talk({ ...hello, name: "ann" }));
    expect(named.entries).toMatchObject([{ code: "dropped", at: "/messages/0/name" }]);
  });

  it("writes a refusal of an earlier turn as text", () => {
    const { body, entries } = write(talk(hello, assistant(null, { refusal: "no" }), hello));
    expect(body.messages[1].content).toEqual([text("no")]);
    expect(entries).toMatchObject([{ code: "approximated", at: "/messages/1/refusal" }]);
  });

  it("T139 refuses parts of unknown types", () => {
    const content = [text("a"), { type: "video_url", video_url: { url: "x" } }];
    expect(write(talk({ role: "user", content })).problems).toMatchObject([
      { at: "/messages/0/content/1" },
    ]);
  });

  it("T150 finds all problems of one request before anything is sent", () => {
    const sound = { type: "input_audio", input_audio: { data: "", format: "wav" } };
    const file = { type: "file", file: { file_id: "file-1" } };
    const { problems } = write({
      ...talk({ role: "user", content: [text("a"), sound, file] }),
      n: 2,
      logprobs: true,
    });
    expect(problems.map(({ at }) => at)).toEqual([
      "/messages/0/content/1",
      "/messages/0/content/2/file",
      "/n",
      "/logprobs",
    ]);
  });
});

describe("writing a request: images and files", () => {
  const partOf = (part: object) => write(talk({ role: "user", content: [part] }));
  const image = (url: string, more = {}) => ({ type: "image_url", image_url: { url, ...more } });
  const file = (file_data: string, filename = "a") => ({
    type: "file",
    file: { file_data, filename },
  });

  it("T138 reads data URLs whatever their parameters", () => {
    const { body } = partOf(image("DATA:image/PNG;name=a.png;BASE64,iVBORw0K"));
    expect(body.messages[0].content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0K" } },
    ]);
    const pdf = partOf(file("data:application/pdf;name=a;base64,JVBERi0x", "a.pdf"));
    expect(pdf.body.messages[0].content).toEqual([
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "JVBERi0x" },
        title: "a.pdf",
      },
    ]);
  });

  it("writes files of text as text and files that are images as images", () => {
    expect(partOf(file("data:text/csv;base64,YSxi")).body.messages[0].content).toEqual([
      {
        type: "document",
        source: { type: "text", media_type: "text/plain", data: "a,b" },
        title: "a",
      },
    ]);
    const picture = partOf(file("data:image/png;base64,AA=="));
    expect(picture.body.messages[0].content).toMatchObject([{ type: "image" }]);
    expect(picture.entries).toMatchObject([
      { code: "reshaped", at: "/messages/0/content/0/file" },
      { code: "dropped", at: "/messages/0/content/0/file/filename" },
    ]);
  });

  it("accepts the common wrong name of JPEG", () => {
    const { body, entries } = partOf(image("data:image/jpg;base64,AA=="));
    expect(body.messages[0].content[0].source.media_type).toBe("image/jpeg");
    expect(entries).toMatchObject([{ code: "reshaped", to: "image/jpeg" }]);
  });

  it.each([
    image("data:image/tiff;base64,AA=="),
    image("file:///etc/passwd"),
    file("data:application/zip;base64,AA=="),
    file("data:text/plain;base64,/w=="),
  ])("refuses what the model cannot take: %j", (part) => {
    expect(partOf(part).problems).toHaveLength(1);
  });

  it("drops the level of detail, unless it is `auto`", () => {
    expect(partOf(image("https://x/y.png", { detail: "auto" })).entries).toEqual([]);
    expect(partOf(image("https://x/y.png", { detail: "high" })).entries).toMatchObject([
      { code: "dropped", at: "/messages/0/content/0/image_url/detail" },
    ]);
  });
});

describe("writing a request: calls and results", () => {
  const tools = [toolOf()];
  const pair = (call: JsonObject, ...results: JsonObject[]) => ({
    ...talk(hello, assistant(null, { tool_calls: [call] }), ...results),
    tools,
  });

  it.each(["", " \n", "null"])("T129 treats the arguments %j as empty", (written) => {
    const { body } = write(pair(callOf("c1", written), resultOf("c1")));
    expect(body.messages[1].content[0].input).toEqual({});
  });

  it.each(['{"a":', "[1]", '"x"', "12"])(
    "T130 wraps the arguments %j and reports it",
    (written) => {
      const { body, entries } = write(pair(callOf("c1", written), resultOf("c1")));
      expect(body.messages[1].content[0].input).toEqual({ _raw_arguments: written });
      expect(entries).toMatchObject([
        { code: "approximated", at: "/messages/1/tool_calls/0/function/arguments" },
      ]);
    },
  );

  it("T171 keeps keys, their order and the spelling of numbers in arguments", () => {
    const written = '{"b":1.0,"2":12345678901234567890,"__proto__":{"x":1},"a":1e2}';
    const { text: sent } = write(pair(callOf("c1", written), resultOf("c1")));
    expect(sent).toContain(`"input":${written}`);
    const named = write({
      ...talk(
        hello,
        assistant(null, { tool_calls: [callOf("c1", "{}", "__proto__")] }),
        resultOf("c1"),
      ),
      tools: [toolOf("__proto__")],
    });
    expect(named.body.tools).toMatchObject([{ name: "__proto__" }]);
    expect(named.problems).toEqual([]);
  });

  it("T131 makes ids legal, in the same way for calls and results", () => {
    const { body } = write(pair(callOf("functions.f:0"), resultOf("functions.f:0")));
    const { id } = body.messages[1].content[0];
    expect(id).toMatch(/^functionsf0_[a-z0-9]{8}$/);
    expect(body.messages[2].content[0].tool_use_id).toBe(id);
  });

  it("distinguishes calls with the same id", () => {
    const calls = { tool_calls: [callOf("c"), callOf("c")] };
    const { body, problems } = write(
      talk(
        hello,
        assistant(null, calls),
        resultOf("c", "1"),
        resultOf("c", "2"),
        assistant(null, { tool_calls: [callOf("c")] }),
        resultOf("c", "3"),
      ),
    );
    const results = [body.messages[2], body.messages[4]].flatMap(({ content }) => content);
    expect(results).toMatchObject([
      { tool_use_id: "c", content: [text("1")] },
      { tool_use_id: "c_2", content: [text("2")] },
      { tool_use_id: "c_3", content: [text("3")] },
    ]);
    expect(body.messages[1].content.map(({ id }: { id: string }) => id)).toEqual(["c", "c_2"]);
    expect(problems).toEqual([]);
  });

  it("T132 T133 puts results into one message, in the order of the calls, before the user's words", () => {
    const { body, entries } = write(
      talk(
        { role: "user", content: [text("a"), text("b")] },
        assistant("so", { tool_calls: [callOf("c1"), callOf("c2")] }),
        resultOf("c2", "2"),
        resultOf("c1", [text("1"), text("1b")]),
        { role: "user", content: "go on" },
      ),
    );
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
    expect(body.messages[0].content).toEqual([text("a"), text("b")]);
    expect(body.messages[2].content).toEqual([
      { type: "tool_result", tool_use_id: "c1", content: [text("1"), text("1b")] },
      { type: "tool_result", tool_use_id: "c2", content: [text("2")] },
      text("go on"),
    ]);
    expect(entries).toEqual([]);
  });

  it("moves words between calls and results to after the results, and reports it", () => {
    const { body, entries } = write(pair(callOf("c1"), hello, resultOf("c1")));
    expect(body.messages[2].content).toMatchObject([{ type: "tool_result" }, text("hello")]);
    expect(entries).toMatchObject([{ code: "approximated", at: "/messages/3" }]);
  });

  it("moves results before instructions, which stay there if the model takes them", () => {
    const late = pair(callOf("c1"), { role: "system", content: "mind" }, resultOf("c1"));
    const { body, entries, problems } = write(late);
    expect(problems).toEqual([]);
    expect(body.messages.slice(2)).toMatchObject([
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1" }] },
      { role: "system", content: [text("mind")] },
    ]);
    expect(entries).toMatchObject([{ code: "approximated", at: "/messages/3" }]);
  });

  it("T134 refuses a second result, a result without a call and a call without a result", () => {
    const twice = write(pair(callOf("c1"), resultOf("c1"), resultOf("c1")));
    const orphan = write(pair(callOf("c1"), resultOf("c1"), resultOf("c9")));
    const none = write(pair(callOf("c1"), hello));
    expect([twice, orphan, none].map(({ problems }) => problems.map(({ at }) => at))).toEqual([
      ["/messages/3/tool_call_id"],
      ["/messages/3/tool_call_id"],
      ["/messages/1/tool_calls/0"],
    ]);
  });

  it("T134 repairs them if the options say so", () => {
    const repaired = write(
      talk(
        hello,
        assistant(null, { tool_calls: [callOf("c1"), callOf("c2")] }),
        resultOf("c1", "1"),
        resultOf("c1", "again"),
        resultOf("c9", "lost"),
      ),
      { options: { repair: true } },
    );
    expect(repaired.problems).toEqual([]);
    expect(repaired.body.messages[2].content).toEqual([
      { type: "tool_result", tool_use_id: "c1", content: [text("1")] },
      {
        type: "tool_result",
        tool_use_id: "c2",
        content: [text("This call has no result.")],
        is_error: true,
      },
      text("lost"),
    ]);
    expect(repaired.entries.map(({ code }) => code)).toEqual([
      "approximated",
      "dropped",
      "approximated",
    ]);
  });

  it("T134 still reports a failure if the result becomes text", () => {
    const failed = { ...resultOf("c9", "boom"), is_error: true };
    const { body } = write(talk(hello, failed), { options: { repair: true } });
    expect(body.messages).toEqual([
      { role: "user", content: [text("hello"), text("[tool error] boom")] },
    ]);
  });

  it("T135 treats a tool as failed only if the caller says so", () => {
    const honest = write(pair(callOf("c1"), resultOf("c1", '{"error":"none"}')));
    expect(honest.body.messages[2].content[0]).not.toHaveProperty("is_error");
    const failed = write(pair(callOf("c1"), { ...resultOf("c1"), is_error: true }));
    expect(failed.body.messages[2].content[0].is_error).toBe(true);
  });

  it("keeps images in results", () => {
    const content = [text("a"), { type: "image_url", image_url: { url: "https://x/y.png" } }];
    const { body } = write(pair(callOf("c1"), resultOf("c1", content)));
    expect(body.messages[2].content[0].content).toMatchObject([text("a"), { type: "image" }]);
  });

  it("refuses calls of custom tools, and takes those of functions", () => {
    const custom = { id: "c1", type: "custom", custom: { name: "x", input: "y" } };
    expect(write(pair(custom, resultOf("c1"))).problems).toHaveLength(1);
    const legacy = assistant(null, { function_call: { name: "f", arguments: "{}" } });
    const result = { role: "function", name: "f", content: "1" };
    const { body, problems } = write(talk(hello, legacy, result));
    expect(problems).toEqual([]);
    expect(body.messages.slice(1)).toMatchObject([
      { content: [{ type: "tool_use", id: "function_call_1", name: "f", input: {} }] },
      { content: [{ type: "tool_result", tool_use_id: "function_call_1" }] },
    ]);
    expect(write(talk(hello, result)).problems).toMatchObject([{ at: "/messages/1" }]);
  });

  it("drops members of a call that only their issuer can use, and reports it", () => {
    const call = { ...callOf("c1"), extra_content: { google: { thought_signature: "s" } } };
    expect(write(pair(call, resultOf("c1"))).entries).toMatchObject([
      { code: "dropped", at: "/messages/1/tool_calls/0/extra_content" },
    ]);
  });
});

describe("writing a request: reasoning in the history", () => {
  const details = [
    { type: "reasoning.text", text: " a\u2028 ", signature: "sig+/=" },
    { type: "reasoning.encrypted", data: "opaque==" },
  ];
  const reasoning = [
    { type: "thinking", thinking: " a\u2028 ", signature: "sig+/=" },
    { type: "redacted_thinking", data: "opaque==" },
  ];

  it("T156 T157 T158 sends all reasoning back unchanged, before the words and calls", () => {
    const message = assistant("b", { reasoning_details: details, reasoning_content: " a\u2028 " });
    const { body, entries } = write(talk(hello, message, hello));
    expect(body.messages[1].content).toEqual([...reasoning, text("b")]);
    expect(entries).toEqual([]);
  });

  it("T155 never sends a marker of this service as a signature", () => {
    const cacheControl = { type: "thinking", thinking: "t", signature: signThinking("t") };
    const history = talk(
      hello,
      assistant("b", { thinking_blocks: [cacheControl, reasoning[1]] }),
      hello,
    );
    const { body, entries, text: sent } = write(history);
    expect(body.messages[1].content).toEqual([reasoning[1], text("b")]);
    expect(entries).toMatchObject([{ code: "dropped", at: "/messages/1/thinking_blocks/0" }]);
    expect(sent).not.toContain(cacheControl.signature);
    const taken = write(history, { capabilities: { unsignedThinking: true } });
    expect(taken.text).not.toContain(cacheControl.signature);
  });

  it("drops reasoning without a signature, unless the model accepts it", () => {
    const history = talk(hello, assistant("b", { reasoning_content: "a" }), hello);
    const dropped = write(history);
    expect(dropped.body.messages[1].content).toEqual([text("b")]);
    expect(dropped.entries).toMatchObject([
      { code: "dropped", at: "/messages/1/reasoning_content" },
    ]);
    const taken = write(history, { capabilities: { unsignedThinking: true } });
    expect(taken.body.messages[1].content[0]).toMatchObject({ type: "thinking", thinking: "a" });
  });

  it("restores the remembered reasoning of a call", () => {
    const remembered = new Map([
      ["c1", [{ type: "thinking", text: "t", signature: "s" } as const]],
    ]);
    const message = assistant("b", { reasoning_content: "t", tool_calls: [callOf("c1")] });
    const { body, entries } = write(talk(hello, message, resultOf("c1")), { remembered });
    expect(entries).toEqual([]);
    expect(body.messages[1].content).toMatchObject([
      { type: "thinking", thinking: "t", signature: "s" },
      text("b"),
      { type: "tool_use" },
    ]);
  });
});

describe("writing a request: remembered reasoning of another model", () => {
  const remembered = new Map([["c1", [{ type: "thinking", text: "t" } as const]]]);
  const message = assistant("b", { reasoning_content: "t", tool_calls: [callOf("c1")] });
  const history = talk(hello, message, resultOf("c1"));

  it("omits it and reports what the caller sent", () => {
    const { body, entries } = write(history, { remembered });
    expect(body.messages[1].content).toMatchObject([text("b"), { type: "tool_use" }]);
    expect(entries).toMatchObject([{ code: "dropped", at: "/messages/1/reasoning_content" }]);
    const silent = talk(hello, assistant("b", { tool_calls: [callOf("c1")] }), resultOf("c1"));
    expect(write(silent, { remembered }).entries).toEqual([]);
  });

  it("restores it for a model that accepts it", () => {
    const capabilities = { unsignedThinking: true };
    expect(write(history, { remembered, capabilities }).body.messages[1].content[0]).toMatchObject({
      type: "thinking",
      thinking: "t",
    });
  });
});

describe("writing a request: cache control", () => {
  const cached = (value: string, cache_control: object = cacheControl) => ({
    ...text(value),
    cache_control,
  });
  const say = (...content: object[]) => talk({ role: "user", content });

  it("T141 keeps cache control with its lifetime, on parts, messages, tools and the whole request", () => {
    const { body } = write({
      messages: [
        { role: "system", content: [cached("a")] },
        { ...hello, cache_control: { type: "ephemeral" } },
      ],
      tools: [{ ...toolOf(), cache_control: cacheControl }],
      cache_control: { type: "ephemeral" },
    });
    expect(body.tools[0].cache_control).toEqual(cacheControl);
    expect(body.system[0].cache_control).toEqual(cacheControl);
    expect(body.messages[0].content[0].cache_control).toEqual({ type: "ephemeral" });
    expect(body.cache_control).toEqual({ type: "ephemeral" });
  });

  it("T140 refuses more than four cache controls, including that of the whole request, and names their number", () => {
    const content = ["a", "b", "c", "d"].map((value) => cached(value));
    expect(write(say(...content)).problems).toEqual([]);
    const { problems } = write({ ...say(...content), cache_control: cacheControl });
    expect(problems).toMatchObject([{ at: "/cache_control" }]);
    expect(problems[0]?.message).toContain("the request has 5");
  });

  it("refuses a lifetime of an hour after one of five minutes", () => {
    const { problems } = write(say(cached("a", { type: "ephemeral" }), cached("b")));
    expect(problems).toMatchObject([{ at: "/messages/0/content/1/cache_control" }]);
  });

  it("counts cache control of the whole request as the last, and it must agree with that of the last block", () => {
    const short = { type: "ephemeral" };
    const problemsOf = (change: JsonObject) => write(change).problems.map(({ at }) => at);
    const whole = (cache_control: object, ...content: object[]) => ({
      ...say(...content),
      cache_control,
    });
    expect(problemsOf(whole(cacheControl, cached("a", short), text("b")))).toEqual([
      "/cache_control",
    ]);
    expect(problemsOf(whole(short, cached("a"), text("b")))).toEqual([]);
    expect(problemsOf(whole(short, cached("a")))).toEqual(["/cache_control"]);
    expect(problemsOf(whole(cacheControl, cached("a", short)))).toEqual(["/cache_control"]);
    expect(problemsOf(whole(cacheControl, cached("a")))).toEqual([]);
    expect(problemsOf(whole({ ...short, ttl: "5m" }, cached("a", short)))).toEqual([]);
  });

  it("reports members of cache control that the format does not have", () => {
    const { body, entries } = write(say(cached("a", { type: "ephemeral", scope: "global" })));
    expect(body.messages[0].content[0].cache_control).toEqual({ type: "ephemeral" });
    expect(entries).toMatchObject([
      { code: "dropped", at: "/messages/0/content/0/cache_control/scope" },
    ]);
  });

  it("treats a lifetime of null as absent", () => {
    const { body, entries } = write(say(cached("a", { type: "ephemeral", ttl: null })));
    expect(body.messages[0].content[0].cache_control).toEqual({ type: "ephemeral" });
    expect(entries).toEqual([]);
  });

  it("moves the cache control of an omitted block to the block before it", () => {
    const { body, entries } = write(say(text("a"), cached("")));
    expect(body.messages[0].content).toEqual([cached("a")]);
    expect(entries.map(({ code }) => code)).toEqual(["reshaped", "reshaped"]);
  });

  it("moves the cache control of an empty text in a result to the block before it, or else to the result", () => {
    const result = (...content: object[]) =>
      write(talk(hello, assistant(null, { tool_calls: [callOf("c1")] }), resultOf("c1", content)))
        .body.messages[2].content[0];
    expect(result(cached(""))).toEqual({
      type: "tool_result",
      tool_use_id: "c1",
      cache_control: cacheControl,
    });
    expect(result(text("a"), cached(""))).toMatchObject({ content: [cached("a")] });
  });

  it("reads Chat Completions cache breakpoints, with the nearest lifetime", () => {
    const breakpoint = { ...text("a"), prompt_cache_breakpoint: { mode: "explicit" } };
    const plain = write(say(breakpoint));
    expect(plain.body.messages[0].content[0].cache_control).toEqual({ type: "ephemeral" });
    const timed = write({ ...say(breakpoint), prompt_cache_options: { ttl: "30m" } });
    expect(timed.body.messages[0].content[0].cache_control).toEqual(cacheControl);
    expect(timed.entries.map(({ code }) => code)).toEqual(["approximated", "approximated"]);
  });

  it("sends no cache control to a model without a prompt cache, and reports it once", () => {
    const body = say(cached("a"), cached("b"));
    const { entries, text: sent } = write(body, { capabilities: { promptCache: "none" } });
    expect(sent).not.toContain("cache_control");
    expect(entries).toMatchObject([{ code: "dropped" }]);
    expect(write(body, { capabilities: { promptCache: "auto" } }).entries).toEqual([]);
  });
});

describe("writing a request: turn by turn", () => {
  const user = fc.oneof(
    fc.string({ minLength: 1 }).map((content) => ({ role: "user", content: `u${content}` })),
    fc.constant({
      role: "user",
      content: [text("see"), { type: "image_url", image_url: { url: "https://x/y.png" } }],
    }),
  );
  const late = fc.constant({ role: "developer", content: "mind" });
  const answer = fc
    .tuple(fc.string(), fc.nat({ max: 3 }), fc.boolean())
    .map(([said, count, reasoning]) => {
      const calls = Array.from({ length: count }, (_, index) => callOf(`f:${index}`, said));
      const carrier = reasoning
        ? { reasoning_details: [{ type: "reasoning.text", text: said, signature: "s" }] }
        : { reasoning_content: said };
      return [
        assistant(`a${said}`, { ...carrier, ...(count > 0 && { tool_calls: calls }) }),
        ...calls.map(({ id }) => resultOf(String(id), said)),
      ];
    });
  const turn = fc.tuple(
    fc.array(user, { minLength: 1, maxLength: 2 }),
    fc.array(late, { maxLength: 1 }),
    answer,
  );

  it("P11.6 begins each request's messages with those of the request before it", () => {
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        (turns, midSystem) => {
          const history: unknown[] = [];
          let before = "[";
          const send = () => {
            const sent = write({ messages: history }, { capabilities: { midSystem } });
            expect(sent.problems).toEqual([]);
            const written = JSON.stringify(sent.body.messages);
            expect(written.startsWith(before)).toBe(true);
            before = written.slice(0, -1);
          };
          for (const [users, instructions, [said, ...results]] of turns) {
            history.push(...users, ...instructions);
            send();
            history.push(said, ...results);
            if (results.length === 0) continue;
            send();
            history.push(assistant("done"));
          }
        },
      ),
    );
  });

  it("does not change its input", () => {
    const body = deepFreeze({
      ...talk(hello, assistant("a ", { tool_calls: [callOf("c:1")] }), resultOf("c:1")),
      tools: [toolOf("f", { parameters: { properties: {} } })],
      capabilities: capable.images,
    });
    expect(write(body).text).toBe(write(body).text);
  });
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
