import { type ModelYield, usage } from "@diglot/core";
import { createCallReader } from "../reply/calls.js";
import { isChunk } from "../reply/chunk.js";
import { readContent } from "../reply/content.js";
import { type Finish, readFinish, toStop } from "../reply/finish.js";
import { createUsageCounter } from "../reply/usage.js";

/**
 * What a chat model or a chain streams: texts, or chunks of one message.
 * @throws TypeError for anything else
 */
export async function* readMessages(chunks: AsyncIterable<unknown>): AsyncGenerator<ModelYield> {
  const calls = createCallReader();
  const counter = createUsageCounter();
  let finish: Finish | undefined;
  for await (const chunk of chunks) {
    if (typeof chunk === "string") {
      yield chunk;
      continue;
    }
    if (!isChunk(chunk)) throw new TypeError(wrongOutput);
    yield* calls.beside(readContent(chunk));
    yield* calls.add(chunk);
    const counts = counter.add(chunk);
    if (counts) yield usage(counts);
    finish = readFinish(chunk) ?? finish;
  }
  yield* calls.end();
  yield* toStop(finish);
}

const wrongOutput =
  "fromLangChain: the runnable streams neither texts nor messages; end it with a model, or with a StringOutputParser.";
