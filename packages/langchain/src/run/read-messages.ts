import { type ModelYield, type Receipt, type Usage, usage } from "@diglot/core";
import { createCallReader } from "../reply/calls.js";
import { type Chunk, isChunk } from "../reply/chunk.js";
import { createContentReader } from "../reply/content.js";
import { assertEnded, type Finish, readFinish, toStop } from "../reply/finish.js";
import type { ModelReports } from "../reply/model-reports.js";
import { createUsageCounter } from "../reply/usage.js";

/**
 * What a chat model or a chain streams: texts, or chunks of one message.
 * @param reports of the models of a chain, of which its stream may say nothing
 * @throws TypeError for anything else, ServiceError `upstream_bad_response` for a message without an end
 */
export async function* readMessages(
  chunks: AsyncIterable<unknown>,
  receipt: Receipt,
  reports?: ModelReports,
): AsyncGenerator<ModelYield> {
  const calls = createCallReader();
  const contents = createContentReader(receipt);
  const counter = createUsageCounter();
  let finish: Finish | undefined;
  let first: Chunk | undefined;
  let used: Usage | undefined;
  for await (const chunk of chunks) {
    if (typeof chunk === "string") {
      yield chunk;
      continue;
    }
    if (!isChunk(chunk)) throw new TypeError(wrongOutput);
    yield* calls.addContent(contents.read(chunk));
    yield* calls.add(chunk);
    used = counter.add(chunk) ?? used;
    if (used) yield usage(used);
    finish = readFinish(chunk) ?? finish;
    first ??= chunk;
  }
  assertEnded(first, finish);
  reports?.assertEnded();
  yield* calls.end();
  used ??= reports?.usage();
  if (used) yield usage(used);
  yield* toStop(finish ?? reports?.finish());
}

const wrongOutput =
  "fromLangChain: the runnable streams neither texts nor messages; end it with a model, or with a StringOutputParser.";
