import {
  chatCompletionsUpstream,
  defineModel,
  type Model,
  messagesUpstream,
  type Prices,
  type Transport,
  usage,
  withRetry,
} from "@diglot/core";
import { pause } from "../contracts/contract.js";
import type { Script } from "./script.js";
import { toJson, toStream } from "./wire.js";
import { numberOf, type Witness } from "./witness.js";

/** Input tokens that every model counts, whatever it is asked; always fewer than the request has bytes. */
const inputTokens = 20;

const prices: Prices = { input: 1, output: 2, cacheRead: 0.1 };

/** Whether a process has been lost. */
export interface ProcessState {
  readonly lost: boolean;
}

/** What the models of one process share. */
export interface ModelParts {
  readonly witness: Witness;
  /** The process that they run in; nothing leaves it any more when it is lost. */
  readonly process: ProcessState;
  readonly scriptOf: (number: number) => Script;
}

/** The models of one process. An upstream that fails first is tried a second time; a defect in process is not. */
export function createModels(parts: ModelParts): readonly Model[] {
  const transport = createTransport(parts);
  const upstream = { baseUrl: "http://upstream.invalid/v1", prices, transport };
  const models = [
    createInProcessModel(parts),
    messagesUpstream({ id: "messages", ...upstream }),
    chatCompletionsUpstream({ id: "chat-completions", ...upstream }),
  ];
  return models.map((model) =>
    withRetry(parts.witness.watch(model), {
      retries: 1,
      baseDelay: 3,
      retryUncertain: true,
    }),
  );
}

function createInProcessModel({ witness, process, scriptOf }: ModelParts): Model {
  return defineModel(
    "in-process",
    async function* ({ origin }) {
      if (process.lost) await never();
      const script = scriptOf(numberOf(origin.body));
      witness.noteReached(script.number);
      for await (const piece of speak(script)) yield piece;
      witness.noteReported(script.number, reportedOf(script));
      yield usage(reportedOf(script));
    },
    { prices },
  );
}

/** Answers for upstreams of both formats; the path says which. */
function createTransport({ witness, process, scriptOf }: ModelParts): Transport {
  return async ({ url, body }) => {
    if (process.lost) await never();
    const request: unknown = JSON.parse(new TextDecoder().decode(body));
    const script = scriptOf(numberOf(request));
    witness.noteReached(script.number);
    if (script.reply === "fail-first") throw new TypeError("fetch failed");
    const format = url.endsWith("/messages") ? "messages" : "chat-completions";
    const reported = () => witness.noteReported(script.number, reportedOf(script));
    const streams = isStreamed(request);
    const write = streams ? toStream : toJson;
    const frames = write(format, speak(script), reportedOf(script), reported);
    return {
      status: 200,
      headers: new Headers({
        "content-type": streams ? "text/event-stream" : "application/json",
      }),
      body: {
        async read() {
          const { value } = await frames.next();
          return value;
        },
        async cancel() {
          void frames.return(undefined);
        },
      },
    };
  };
}

function isStreamed(request: unknown): boolean {
  return (
    typeof request === "object" &&
    request !== null &&
    "stream" in request &&
    request.stream === true
  );
}

/** The text of a reply, piece by piece, as far as its script lets it come. */
async function* speak({ reply, pieces, pace }: Script): AsyncGenerator<string, void> {
  if (reply === "fail-first") throw new Error("The model failed.");
  const said = reply === "complete" ? pieces : Math.ceil(pieces / 2);
  for (let piece = 0; piece < said; piece++) {
    await pause(pace);
    yield "word";
  }
  if (reply === "endless") await never();
  if (reply !== "complete") throw new TypeError("terminated");
}

function reportedOf({ pieces }: Script) {
  return { input: inputTokens, output: pieces };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
