import { thinking } from "@diglot/core";
import { chatClient } from "@diglot/test-support/clients";
import type { Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { createTimeByHand } from "../time.js";
import { join, minimal, post, readStream } from "./helpers.js";

type Pause = (milliseconds: number) => Promise<void>;

/** Models that say nothing that is shown for a while, by what they do meanwhile. */
const quiet: Readonly<Record<string, (pause: Pause) => Script>> = {
  "does nothing": (pause) =>
    async function* () {
      yield "Well, ";
      await pause(120);
      yield "here I am.";
    },
  "reasons, and its reasoning is not shown": (pause) =>
    async function* () {
      for (let count = 0; count < 24; count++) {
        yield thinking("hm ");
        await pause(5);
      }
      yield "Well, here I am.";
    },
};

/** A service over such a model, and the time of both. */
function serveQuiet(scriptOf: (pause: Pause) => Script) {
  const { clock, during } = createTimeByHand();
  const script = scriptOf((milliseconds) => new Promise((go) => clock.after(milliseconds, go)));
  const options = {
    clock,
    pingInterval: 20,
    chatCompletions: { reasoning: "omit" },
    // Keys are hashed on another thread, which needs real time, while this one passes quickly.
    ledgerTimes: { reserve: 60_000 },
  } as const;
  return { ...serviceOf(script, options), during };
}

describe.each(Object.entries(quiet))("while the model %s", (_title, scriptOf) => {
  it("C064 comment lines go out, and the rest is as ever", async () => {
    const { service, during } = serveQuiet(scriptOf);
    const answer = await during(post(service, { ...minimal, stream: true }));
    const { text, chunks } = await during(readStream(answer));
    expect(text.match(/^: [^\n]*\n\n/gm)?.length).toBeGreaterThanOrEqual(2);
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(join(deltas, "content")).toBe("Well, here I am.");
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("C064 the official client waits and finishes", async () => {
    const { service, during } = serveQuiet(scriptOf);
    const client = chatClient(service);
    const stream = client.chat.completions.stream({
      model: "scripted",
      messages: [{ role: "user", content: "hi" }],
    });
    const { choices } = await during(stream.finalChatCompletion());
    expect(choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "Well, here I am." },
    });
  });
});
