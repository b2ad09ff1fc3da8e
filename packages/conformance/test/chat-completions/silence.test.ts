import { thinking } from "@diglot/core";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { key, type Script, serve } from "../helpers.js";
import { join, minimal, post, readStream } from "./helpers.js";

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Models that say nothing that is shown for a while, by what they do meanwhile. */
const quiet: Readonly<Record<string, Script>> = {
  "does nothing": async function* () {
    yield "Well, ";
    await pause(120);
    yield "here I am.";
  },
  "reasons, and its reasoning is not shown": async function* () {
    for (let count = 0; count < 24; count++) {
      yield thinking("hm ");
      await pause(5);
    }
    yield "Well, here I am.";
  },
};

describe.each(Object.entries(quiet))("while the model %s", (_title, script) => {
  it("C064 comment lines go out, and the rest is as ever", async () => {
    const { service } = serve(script, {
      pingInterval: 20,
      chatCompletions: { reasoning: "omit" },
    });
    const { text, chunks } = await readStream(await post(service, { ...minimal, stream: true }));
    expect(text.match(/^: [^\n]*\n\n/gm)?.length).toBeGreaterThanOrEqual(2);
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(join(deltas, "content")).toBe("Well, here I am.");
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("C064 the official client waits and finishes", async () => {
    const { service } = serve(script, {
      pingInterval: 20,
      chatCompletions: { reasoning: "omit" },
    });
    const client = new OpenAI({ apiKey: key, fetch: service.fetch as typeof fetch, maxRetries: 0 });
    const stream = client.chat.completions.stream({
      model: "scripted",
      messages: [{ role: "user", content: "hi" }],
    });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "Well, here I am." },
    });
  });
});
