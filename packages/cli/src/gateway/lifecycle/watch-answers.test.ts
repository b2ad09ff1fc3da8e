import type { Answer, Exchange, Service } from "@diglot/core";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { watchAnswers } from "./watch-answers.js";

const answer: Answer = { status: 200, headers: [], body: new Uint8Array() };
const exchange = {} as Exchange;

/** A service that answers when it is told to. */
function createSlowService() {
  const answering: ((answer: Answer) => void)[] = [];
  const handle = () => new Promise<Answer>((resolve) => answering.push(resolve));
  return { ...watchAnswers({ handle } as unknown as Service), answering };
}

describe("watchAnswers", () => {
  it("waits until each request has its answer", async () => {
    const { service, untilAnswered, answering } = createSlowService();
    const requests = [service.handle(exchange), service.handle(exchange)];
    let isOver = false;
    const over = untilAnswered(1_000_000).then(() => {
      isOver = true;
    });
    answering[0]?.(answer);
    await requests[0];
    await flushPromises();
    expect(isOver).toBe(false);
    answering[1]?.(answer);
    await over;
    expect(isOver).toBe(true);
  });

  it("leaves no timer behind that would keep the process", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { service, untilAnswered, answering } = createSlowService();
    void service.handle(exchange);
    const over = untilAnswered(1_000_000);
    answering[0]?.(answer);
    await over;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits for nothing if nothing runs", async () => {
    const { untilAnswered } = createSlowService();
    await expect(untilAnswered(1_000_000)).resolves.toBeUndefined();
  });

  it("waits no longer than the timeout", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { service, untilAnswered } = createSlowService();
    void service.handle(exchange);
    const over = untilAnswered(500);
    await vi.advanceTimersByTimeAsync(500);
    await expect(over).resolves.toBeUndefined();
  });
});
