import { describe, expect, it } from "vitest";
import {
  chunksOf,
  contextOf,
  joinDeltas,
} from "../src/formats/chat-completions/__fixtures__/make.js";
import {
  block,
  callBlock,
  callStart,
  inputDelta,
  messageDelta,
  messageStop,
  reasoningBlock,
  replyOf,
  startEvent,
  textBlock,
} from "../src/formats/messages/__fixtures__/reply.js";
import {
  deltasOf,
  type Fields,
  finishesOf,
  messageOf,
  translate,
  withUsage,
} from "./messages-to-chat.js";

describe("the chunks of a translated reply", () => {
  it("T60 T61 have one choice with the index 0, and one id, time and model", () => {
    const blocks = [...textBlock(0, "a"), ...callBlock(1, "f", "{}"), ...callBlock(2, "g", "{}")];
    const [, ...rest] = replyOf(blocks, "tool_use");
    for (const change of [{}, { id: undefined }]) {
      let seconds = 0;
      const { ids, ...given } = withUsage();
      const clock = { ...given.clock, now: () => 1_700_000_000_000 + 1000 * seconds++ };
      const context = { ...given, ids, clock };
      const chunks = chunksOf(translate([startEvent(change), ...rest], { context }));
      const heads = chunks.map(({ id, created, model }) => `${id} ${created} ${model}`);
      expect(heads.length).toBeGreaterThan(4);
      expect(new Set(heads).size).toBe(1);
      expect(heads[0]).toMatch(/^chatcmpl-\w{5,} 17\d{8} real-model$/);
      for (const { choices } of chunks.slice(0, -1)) {
        expect(choices.map(({ index }) => index)).toEqual([0]);
      }
    }
  });

  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["pause_turn", "stop"],
    ["brand_new_reason", "stop"],
    ["tool_use", "stop"],
  ])("have, for %s without calls, the finish reason %s", (reason, finish) => {
    expect(finishesOf(translate(replyOf(textBlock(0, "Hi"), reason)))).toEqual([finish]);
  });

  it.each([
    ["T69", "model_context_window_exceeded", "length"],
    ["T168", "refusal", "content_filter"],
  ])("%s have, for %s, the finish reason %s", (_id, reason, finish) => {
    expect(finishesOf(translate(replyOf(textBlock(0, "Hi"), reason)))).toEqual([finish]);
  });

  it.each(["tool_use", "brand_new_reason"])(
    "have tool_calls as the finish reason for %s with calls",
    (reason) => {
      expect(finishesOf(translate(replyOf(callBlock(0, "f", "{}"), reason)))).toEqual([
        "tool_calls",
      ]);
    },
  );

  it("report a pause, an unknown reason, the stop sequence, and the category of a refusal in the receipt", () => {
    const notesOf = (stop: Fields) => {
      const context = contextOf();
      translate([startEvent(), messageDelta(stop), messageStop], { context });
      return context.receipt.entries.map(({ code, at }) => `${code} ${at}`);
    };
    expect(notesOf({ stop_reason: "pause_turn" })).toEqual(["approximated /stop_reason"]);
    expect(notesOf({ stop_reason: "new_reason" })).toEqual(["approximated /stop_reason"]);
    expect(notesOf({ stop_reason: "stop_sequence", stop_sequence: "#" })).toEqual([
      "dropped /stop_sequence",
    ]);
    const stop_details = { type: "refusal", category: "bio", explanation: "Not that." };
    expect(notesOf({ stop_reason: "refusal", stop_details })).toEqual([
      "dropped /stop_details/category",
    ]);
    expect(notesOf({ stop_reason: "end_turn" })).toEqual([]);
  });

  it("T74 have content_filter and the explanation for a refusal without content", () => {
    const refused = (details: Fields) => [
      startEvent(),
      messageDelta({ stop_reason: "refusal", ...details }),
      messageStop,
    ];
    expect(finishesOf(translate(refused({})))).toEqual(["content_filter"]);
    expect(joinDeltas(chunksOf(translate(refused({}))))).toMatchObject({
      content: "",
      refusal: null,
    });
    const explained = refused({
      stop_details: { type: "refusal", category: "bio", explanation: "Not that." },
    });
    expect(finishesOf(translate(explained))).toEqual(["content_filter"]);
    expect(joinDeltas(chunksOf(translate(explained)))).toEqual(messageOf(explained));
    expect(messageOf(explained)).toMatchObject({ content: "", refusal: "Not that." });
  });

  it("T174 have null content only beside calls", () => {
    const contentOf = (blocks: readonly Fields[]) => {
      const events = replyOf(blocks);
      expect(joinDeltas(chunksOf(translate(events))).content).toBe(messageOf(events)?.content);
      return messageOf(events)?.content;
    };
    expect(contentOf(callBlock(0, "f", "{}"))).toBeNull();
    expect(contentOf([...textBlock(0, "Hi"), ...callBlock(1, "f", "{}")])).toBe("Hi");
    expect(contentOf([])).toBe("");
    expect(contentOf(reasoningBlock(0, "Hm", "c2ln"))).toBe("");
  });

  it("T175 carry the native data of a call once, and never overwrite the wire's own members", () => {
    const extra = { extra_content: { google: { thought_signature: "s" } } };
    const start = callStart("a", "f", { ...extra, index: 7, function: "other" });
    const events = replyOf(block(0, start, inputDelta("{}")), "tool_use");
    const stream = translate(events);
    expect(stream.match(/thought_signature/g)).toHaveLength(1);
    expect(deltasOf(stream)[0]?.tool_calls).toEqual([
      { index: 0, id: "a", type: "function", function: { name: "f", arguments: "" }, ...extra },
    ]);
    expect(messageOf(events)?.tool_calls).toMatchObject([
      { id: "a", type: "function", function: { name: "f", arguments: "{}" }, ...extra },
    ]);
  });

  it("name the service tier that the upstream reported", () => {
    const tierOf = (service_tier: string) =>
      chunksOf(
        translate([startEvent({ usage: { service_tier } }), messageDelta("end_turn"), messageStop]),
      )[0]?.service_tier;
    expect(["standard", "priority", "batch"].map(tierOf)).toEqual([
      "default",
      "priority",
      "default",
    ]);
  });
});
