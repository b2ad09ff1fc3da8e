import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { openConnection } from "./connection.js";
import type { NodeRequest, NodeResponse } from "./node-types.js";
import { toSettings } from "./settings.js";

it.each([
  ["has left whole", { aborted: false, writableFinished: true }, false],
  ["was cut by its client", { aborted: true, writableFinished: true }, true],
  ["was cut before its last byte", { aborted: false, writableFinished: false }, true],
])("the caller of an HTTP/2 stream whose answer %s is gone: %j", (_case, state, isGone) => {
  const request = new EventEmitter() as NodeRequest;
  const stream = { destroyed: false, ...state };
  const response = Object.assign(new EventEmitter(), { stream }) as unknown as NodeResponse;
  const connection = openConnection(request, response, toSettings({}));
  connection.answered = true;
  // Node reports both of every stream.
  (response as EventEmitter).emit("finish");
  (response as EventEmitter).emit("close");
  expect(connection.signal.aborted).toBe(isGone);
});

describe("a connection", () => {
  /** A request whose response waits for those before it, and has no socket yet. */
  function openPipelined({ destroyed = false } = {}) {
    const socket = Object.assign(new EventEmitter(), { destroyed });
    const request = Object.assign(new EventEmitter(), { socket });
    const response = Object.assign(new EventEmitter(), { socket: null });
    const parts = [request as unknown as NodeRequest, response as unknown as NodeResponse] as const;
    return { socket, request, response, connection: openConnection(...parts, toSettings({})) };
  }

  it("is not harmed by an error of its request or of its response", () => {
    const { request, response, connection } = openPipelined();
    // Without a listener, both would throw.
    request.emit("error", new Error("The stream was reset."));
    response.emit("error", new Error("write after end"));
    expect(connection.signal.aborted).toBe(false);
  });

  it("knows by its socket that the caller has gone while its response has none", () => {
    const { socket, connection } = openPipelined();
    socket.emit("close");
    expect(connection.signal.aborted).toBe(true);
  });

  it("is gone from the beginning if its socket is", () => {
    expect(openPipelined({ destroyed: true }).connection.signal.aborted).toBe(true);
  });

  it("no longer listens to its socket once its response is over", () => {
    const { socket, response, connection } = openPipelined();
    connection.answered = true;
    response.emit("finish");
    response.emit("close");
    // If it still listened, it would now take its caller for gone.
    connection.answered = false;
    socket.emit("close");
    expect(connection.signal.aborted).toBe(false);
  });
});
