import { pause } from "@diglot/test-support/wait";
import { expect } from "vitest";
import { floodPieceLength, floodPieces } from "../../src/scripted-models.js";
import type { Check, Target } from "../check.js";
import {
  ask,
  endpoints,
  expectSettledOnce,
  headersFor,
  onBothEndpoints,
  readState,
  uniquePrompt,
  until,
} from "../client.js";
import { askText, headText, openSocket, readUntil } from "../raw-client.js";
import type { SubjectState } from "../servers/subject.js";
import { firstEventTimeout } from "../servers/terms.js";

const started = 20_000;

function isRunning({ runs }: SubjectState): boolean {
  return runs[0]?.running === true;
}

/** Whether the only run is over and its row is settled. */
function isOver({ runs, ledger }: SubjectState, mayFreeze = false): boolean {
  return (!runs[0]?.running || mayFreeze) && ledger[0]?.row.state === "settled";
}

/** The model stops in time and its row is settled; a moment later both are still so. */
async function expectStopped(
  { baseUrl, freezesModels }: Target,
  prompt: string,
  within: number,
  end: "client_abort" | "timeout" = "client_abort",
): Promise<void> {
  const read = () => readState(baseUrl, prompt);
  const stopped = await until(
    read,
    (state) => isOver(state, isDeaf(state) && freezesModels),
    within,
  );
  await pause(50);
  const later = await read();
  expectSettledOnce(later, end);
  expect(later.runs).toEqual(stopped.runs);
}

function isDeaf({ runs }: SubjectState): boolean {
  return runs[0]?.model === "deaf";
}

async function stopsWhenAborted(target: Target): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    for (const model of ["endless", "deaf"]) {
      const caller = new AbortController();
      const { signal } = caller;
      const prompt = uniquePrompt(`abort ${model}`);
      const response = await ask(
        target.baseUrl,
        endpoint,
        model,
        prompt,
        { stream: true },
        { signal },
      );
      await response.body?.getReader().read();
      expect(isRunning(await readState(target.baseUrl, prompt))).toBe(true);
      caller.abort();
      await expectStopped(target, prompt, target.noticesWithin.flowing);
    }
  });
}

async function stopsWhenReset(target: Target): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    const prompt = uniquePrompt("reset");
    const socket = await openSocket(target.port);
    socket.write(askText(endpoint, "endless", prompt, { stream: true }));
    await readUntil(socket, (received) => received.includes("more "));
    socket.resetAndDestroy();
    await expectStopped(target, prompt, target.noticesWithin.flowing);
  });
}

async function stopsWhileSilent(target: Target): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    const prompt = uniquePrompt("gone in silence");
    const socket = await openSocket(target.port);
    socket.write(askText(endpoint, "silent", prompt, { stream: true }));
    await readUntil(socket, (received) => received.includes("Hush."));
    socket.destroy();
    await expectStopped(target, prompt, target.noticesWithin.silent);
  });
}

async function stopsBeforeTheHead(target: Target): Promise<void> {
  const { withoutWriting } = target.noticesWithin;
  const asked: { prompt: string }[] = [];
  for (const endpoint of endpoints) {
    for (const stream of [false, true]) {
      const prompt = uniquePrompt("gone before the head");
      const socket = await openSocket(target.port);
      socket.write(askText(endpoint, "mute", prompt, { stream }));
      await until(() => readState(target.baseUrl, prompt), isRunning, started);
      socket.destroy();
      asked.push({ prompt });
    }
  }
  for (const { prompt } of asked) {
    if (withoutWriting === undefined) {
      await expectStopped(target, prompt, firstEventTimeout + 15_000, "timeout");
    } else await expectStopped(target, prompt, withoutWriting);
  }
}

async function stopsWhileTheSocketIsFull(target: Target): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    const prompt = uniquePrompt("gone while full");
    const socket = await openSocket(target.port);
    socket.pause();
    socket.write(askText(endpoint, "flood", prompt, { stream: true }));
    await untilPaused(target, prompt);
    socket.destroy();
    await expectStopped(target, prompt, target.noticesWithin.flowing);
  });
}

async function pausesForSlowReaders(target: Target): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    const prompt = uniquePrompt("slow reader");
    const socket = await openSocket(target.port);
    socket.pause();
    socket.write(askText(endpoint, "flood", prompt, { stream: true }));
    const paused = await untilPaused(target, prompt);
    // Both kernels together hold up to some 10 MiB of a loopback connection.
    expect(paused * floodPieceLength).toBeLessThan(16 * 1_048_576);
    let length = 0;
    socket.on("data", (block) => {
      length += block.length;
    });
    socket.resume();
    await until(
      () => readState(target.baseUrl, prompt),
      (state) => isOver(state),
      40_000,
    );
    expectSettledOnce(await readState(target.baseUrl, prompt), "completed");
    await until(
      async () => length,
      (read) => read > floodPieces * floodPieceLength,
      40_000,
    );
    socket.destroy();
  });
}

/** Waits until a running model is asked for nothing more; the number of its pieces then. */
async function untilPaused({ baseUrl }: Target, prompt: string): Promise<number> {
  let last = -1;
  const read = async () => {
    await pause(300);
    const [run] = (await readState(baseUrl, prompt)).runs;
    const before = last;
    last = run?.yields ?? 0;
    return { yields: last, still: last > 0 && last === before, running: run?.running };
  };
  const { yields, running } = await until(read, ({ still }) => still, 40_000);
  expect(running).toBe(true);
  return yields;
}

async function answersHalfClosed({ port, answersHalfClosed: isAnswered }: Target): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    for (const stream of [false, true]) {
      const socket = await openSocket(port);
      socket.end(askText(endpoint, "slow", uniquePrompt("half closed"), { stream }));
      const received = await readUntil(socket, (text) => text.includes("five"));
      socket.destroy();
      expect(received.includes("five"), `${endpoint} ${stream}`).toBe(isAnswered);
    }
  });
}

async function ignoresCutBodies({ baseUrl, port }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const socket = await openSocket(port);
    socket.write(headText("POST", endpoint, { ...headersFor(endpoint), "content-length": "900" }));
    socket.write('{"model":"echo","messages":[{"role":"user","content":"cut body"');
    await pause(50);
    socket.destroy();
  }
  await pause(100);
  const { runs } = await readState(baseUrl);
  expect(runs.filter(({ prompt }) => prompt.startsWith("cut body"))).toEqual([]);
}

async function settlesManyAborts(target: Target): Promise<void> {
  const prompts = Array.from({ length: 40 }, () => uniquePrompt("one of many"));
  await Promise.all(
    prompts.map(async (prompt, index) => {
      const endpoint = endpoints[index % 2] ?? endpoints[0];
      const socket = await openSocket(target.port);
      socket.write(askText(endpoint, "endless", prompt, { stream: true }));
      await readUntil(socket, (received) => received.includes("more "));
      await pause((index * 7) % 60);
      socket.destroy();
    }),
  );
  const { flowing } = target.noticesWithin;
  await Promise.all(prompts.map((prompt) => expectStopped(target, prompt, flowing)));
}

async function leavesNothingBehind({ baseUrl, freezesModels }: Target): Promise<void> {
  const { runs, ledger, uncaught } = await readState(baseUrl);
  expect(uncaught).toEqual([]);
  const isLeft = ({ model }: { model: string }) => !(freezesModels && model === "deaf");
  expect(runs.filter((run) => run.running && isLeft(run))).toEqual([]);
  expect(ledger.filter(({ row }) => row.state === "open")).toEqual([]);
  expect(ledger.filter(({ settles, releases }) => settles + releases !== 1)).toEqual([]);
}

/** Callers that go away, or that read slowly. */
export const departureChecks: Readonly<Record<string, Check>> = {
  "C04 stops the model when its caller aborts mid-stream": stopsWhenAborted,
  "C04 stops the model when the connection is reset": stopsWhenReset,
  "C05 stops a silent model when its caller goes away": stopsWhileSilent,
  "C03 C12 stops the model when its caller goes away before the head": stopsBeforeTheHead,
  "C06 stops the model when its caller goes away while the socket is full":
    stopsWhileTheSocketIsFull,
  "C08 pauses the model for a reader that does not read, and goes on when it does":
    pausesForSlowReaders,
  "C07 answers a caller that closes only its own direction, or takes it for gone":
    answersHalfClosed,
  "C01 H09 calls no model for a body that was cut off": ignoresCutBodies,
  "C11 settles each of 40 aborted streams exactly once": settlesManyAborts,
  "leaves nothing running, no open row and no uncaught failure behind": leavesNothingBehind,
};
