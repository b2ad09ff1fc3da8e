import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { watchOutages } from "./watch-outages.js";

/** A connection whose events a test makes, and what is said of it. */
function watch(failure?: Error) {
  const said: string[] = [];
  const notices = {
    info: (message: string) => void said.push(message),
    warn: (message: string) => void said.push(message),
    error: (message: string, error: unknown) => void said.push(`${message} ${error}`),
  };
  const redis = new EventEmitter();
  const outages = watchOutages(redis as never, notices, failure);
  return { said, redis, ...outages };
}

const refused = new Error("Refused.");
const lost = "Redis cannot be reached. Error: Refused.";
const back = "Redis can be reached again.";

describe("watchOutages", () => {
  it("says once that Redis is lost, and once that it is back, each time", () => {
    const { said, redis } = watch();
    redis.emit("ready");
    for (const round of [1, 2]) {
      redis.emit("error", refused);
      redis.emit("error", refused);
      redis.emit("close");
      expect(said).toEqual(
        Array(round)
          .fill([lost, back])
          .flat()
          .slice(0, 2 * round - 1),
      );
      redis.emit("ready");
      redis.emit("ready");
      expect(said).toEqual(Array(round).fill([lost, back]).flat());
    }
  });

  it("says that a connection was closed", () => {
    const { said, redis } = watch();
    redis.emit("close");
    expect(said).toEqual(["Redis cannot be reached. Error: Redis has closed the connection."]);
  });

  it("says at once what keeps Redis from being reached, and nothing more until it is back", () => {
    const { said, redis, onError } = watch(refused);
    redis.emit("close");
    onError(new Error("No connection."));
    expect(said).toEqual([lost]);
    redis.emit("ready");
    expect(said).toEqual([lost, back]);
  });

  it("reports each command that fails while Redis can be reached", () => {
    const { said, onError } = watch();
    onError(refused);
    onError(refused);
    expect(said).toEqual(Array(2).fill("Redis has failed. Error: Refused."));
  });

  it.each([
    ["is lost", refused, [lost]],
    ["can be reached", undefined, []],
  ])("says nothing more once it has ended while Redis %s", (_state, failure, before) => {
    const { said, redis, end } = watch(failure);
    redis.on("error", () => undefined);
    end();
    redis.emit("ready");
    redis.emit("error", refused);
    redis.emit("close");
    expect(said).toEqual(before);
    expect([redis.listenerCount("ready"), redis.listenerCount("close")]).toEqual([0, 0]);
  });
});
