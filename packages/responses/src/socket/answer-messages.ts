import type { Answer, ByteSource } from "@diglot/core";
import { parseJson, toObject } from "@diglot/core/formats";
import { createParser } from "eventsource-parser";
import { toErrorMessage } from "./message.js";

/** The data of the frame that some servers end a stream with. */
const done = "[DONE]";

/** The messages of an answer: the data of its events, or its error. The rest of one that nobody reads is cancelled. */
export async function* toMessages({ status, body }: Answer): AsyncGenerator<string> {
  if (body === undefined || body instanceof Uint8Array) {
    const { error } = toObject(parseJson(new TextDecoder().decode(body)));
    yield toErrorMessage(status, error);
    return;
  }
  yield* readEvents(body);
}

async function* readEvents(body: ByteSource): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let ready: string[] = [];
  const parser = createParser({
    onEvent({ data }) {
      if (data !== done) ready.push(data);
    },
  });
  let isOver = false;
  try {
    for (let block = await body.read(); block; block = await body.read()) {
      parser.feed(decoder.decode(block, { stream: true }));
      const messages = ready;
      ready = [];
      yield* messages;
    }
    isOver = true;
  } finally {
    if (!isOver) await body.cancel();
  }
}
