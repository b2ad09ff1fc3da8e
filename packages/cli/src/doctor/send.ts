import { serverSentEvents } from "@diglot/core";
import type { DiscoveredUpstream } from "../discover/discover-upstream.js";
import { formats, toHeaders } from "../discover/formats.js";
import { errorText } from "../discover/judge.js";
import { type Answer, ask } from "../http/ask.js";
import { parseJson } from "../json/parse-json.js";
import { pick } from "../json/pick.js";
import { type Outcome, toWords } from "./outcome.js";
import type { SmallRequest, Target } from "./wire/small-request.js";
import { wires } from "./wire/wires.js";

/** Where requests are sent, and how. */
export interface Sending {
  readonly upstream: DiscoveredUpstream;
  readonly apiKey: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds for each request. */
  readonly timeout: number;
}

/** Sends one request of the examination. Never rejects. */
export async function send(
  sending: Sending,
  request: SmallRequest,
  target: Target,
): Promise<Outcome> {
  const { upstream, apiKey, fetch, timeout } = sending;
  const format = formats[upstream.format];
  const question = {
    method: "POST",
    url: upstream.baseUrl + format.path,
    headers: {
      ...toHeaders(format, apiKey, upstream.credential),
      "content-type": "application/json",
      ...(request.stream && { accept: "text/event-stream" }),
    },
    body: JSON.stringify(wires[format.name].toBody(request, target)),
  } as const;
  return toOutcome(await ask(fetch, question, AbortSignal.timeout(timeout)), sending);
}

/** Statuses that blame the key, the account or the rate, not what was asked. */
const otherBlames = new Set([401, 402, 403, 407, 408, 409, 425, 429]);

function toOutcome(answer: Answer, sending: Sending): Outcome {
  const failed = (words: string): Outcome => ({ kind: "failed", words });
  if (answer.outcome === "timeout") return failed(`no answer within ${sending.timeout / 1000} s`);
  if (answer.outcome === "failed") return failed(`the connection failed: ${answer.reason}`);
  const { status } = answer;
  const words = toWords(errorText(answer), sending.apiKey);
  if (status >= 200 && status < 300)
    return readAnswer(answer, sending) ?? failed(words || "an unreadable reply");
  const described = words === "" ? `${status}` : `${status} ${words}`;
  return status >= 400 && status < 500 && !otherBlames.has(status)
    ? { kind: "refused", status, words: described }
    : failed(described);
}

/** Reads a reply; absent: it is not one, or a stream ended with an error. */
function readAnswer(
  answer: Answer & { outcome: "answered" },
  sending: Sending,
): Outcome | undefined {
  const wire = wires[sending.upstream.format];
  if (!answer.contentType.includes(serverSentEvents.contentType)) {
    const reply = wire.readReply(answer.json);
    return reply && { kind: "replied", reply };
  }
  const data = readData(answer.text);
  const error = data.map(parseJson).find((event) => pick(event, "error") !== undefined);
  if (error !== undefined) {
    const text = errorText({ ...answer, json: error });
    return { kind: "failed", words: `an error in the stream: ${toWords(text, sending.apiKey)}` };
  }
  const reply = wire.readEvents(data);
  return reply && { kind: "replied", reply };
}

function readData(text: string): readonly string[] {
  const decoder = serverSentEvents.createDecoder(Number.POSITIVE_INFINITY);
  return decoder.push(new TextEncoder().encode(text)).map(({ data }) => data);
}
