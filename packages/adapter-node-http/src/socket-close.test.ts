import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { onSocketClose } from "./socket-close.js";

it("the close of a socket is told to all who wait for it then, through one listener", () => {
  const socket = new EventEmitter() as Socket;
  const told: string[] = [];
  onSocketClose(socket, () => told.push("one"));
  const forget = onSocketClose(socket, () => told.push("two"));
  onSocketClose(socket, () => told.push("three"));
  expect(socket.listenerCount("close")).toBe(1);
  forget();
  socket.emit("close");
  expect(told).toEqual(["one", "three"]);
});
