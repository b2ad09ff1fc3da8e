import { pause } from "../contracts/contract.js";
import { secrets, type TorturedProcess } from "./process.js";
import type { Script } from "./script.js";

/** Makes the request of a script and reads its answer, as far as its caller and its process get. */
export async function call(process: TorturedProcess, script: Script): Promise<void> {
  const controller = new AbortController();
  const { caller } = script;
  if (caller.name === "leave-after") {
    void pause(caller.milliseconds).then(() => controller.abort());
  }
  try {
    await Promise.race([exchange(process, script, controller), process.loss]);
  } catch {
    // The caller has left, or the process was lost under it; the ledger must stand all the same.
  }
}

async function exchange(
  { service }: TorturedProcess,
  script: Script,
  controller: AbortController,
): Promise<void> {
  const response = await service.request(paths[script.format], {
    method: "POST",
    headers: toHeaders(script),
    body: JSON.stringify(toBody(script)),
    signal: controller.signal,
  });
  const most = script.caller.name === "leave-at" ? script.caller.bytes : Number.POSITIVE_INFINITY;
  let bytes = 0;
  for await (const block of response.body ?? []) {
    bytes += block.length;
    if (bytes >= most) controller.abort();
  }
  if (response.status === unavailable) await pause(restTime);
}

/** While the ledger is away refusals are quick: callers that went on at once would be used up by them. */
const unavailable = 503;
const restTime = 40;

const paths: Readonly<Record<Script["format"], string>> = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
};

function toHeaders({ account }: Script): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
    authorization: `Bearer ${secrets[account]}`,
  };
}

function toBody({ number, model, format, stream }: Script): unknown {
  return {
    model,
    stream,
    max_tokens: 40,
    messages: [{ role: "user", content: `This is request ${number}.` }],
    ...(format === "chat-completions" && stream ? { stream_options: { include_usage: true } } : {}),
  };
}
