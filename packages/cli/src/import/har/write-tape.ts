import { createFake, createFileTape, createManualClock, record, type Tape } from "@diglot/testing";
import { createUpstreamModel } from "../../config/options/create-upstream-model.js";
import type { ReadRecording, RecordedCall } from "./read-har.js";

/**
 * Writes calls onto a tape in a folder: each request is sent again to a service in this process, in front of an
 * upstream that gives the recorded answer. So the tape is the same as one that was recorded there.
 */
export async function writeTape(folder: string, recording: ReadRecording): Promise<void> {
  const tape = createFileTape(folder);
  let kept = await count(tape);
  for (const call of recording.calls) {
    await replayCall(call, tape, recording.secrets);
    const now = await count(tape);
    if (now > kept) recording.notes.carried(call.path, "An exchange on the tape, without times.");
    else
      recording.notes.impossible(call.path, "The service refuses the request, so it has no reply.");
    kept = now;
  }
}

async function replayCall(
  call: RecordedCall,
  tape: Tape,
  secrets: readonly string[],
): Promise<void> {
  const upstream = createUpstreamModel(call.format, {
    id: call.model || "model",
    baseUrl: "http://recording.invalid/v1",
    fetch: async () =>
      new Response(call.answer, {
        status: call.status,
        headers: { "content-type": call.contentType },
      }),
  });
  const fake = createFake({
    model: record(upstream, tape, { secrets }),
    profile: "lenient",
    // A recording has no times of single events, so those of the tape are 0.
    clock: createManualClock(),
  });
  const answer = await fake.fetch(`http://recording.invalid${paths[call.format]}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer recorded",
      "anthropic-version": "2023-06-01",
    },
    body: call.body,
  });
  // The exchange is on the tape once the answer was read to its end. A broken answer was broken before.
  await answer.arrayBuffer().catch(() => undefined);
}

const paths: Readonly<Record<RecordedCall["format"], string>> = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
  responses: "/v1/responses",
};

async function count(tape: Tape): Promise<number> {
  const conversations = [...(await tape.read()).values()];
  return conversations.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
}
