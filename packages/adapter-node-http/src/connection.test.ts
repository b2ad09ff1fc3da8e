import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
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
