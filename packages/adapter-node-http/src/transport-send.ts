import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { TransportRequest, TransportResponse } from "@diglot/core";
import { toTransportResponse } from "./transport-response.js";

/**
 * Sends a request and resolves with the head of its answer. `open` makes a request that has not
 * been ended. If the upstream has closed a kept connection before the request was handed to it, the
 * request is made again on another connection. A connection that breaks later rejects, because the
 * upstream may have read the request.
 */
export async function sendRequest(
  open: () => ClientRequest,
  request: TransportRequest,
  connectTimeout: number,
): Promise<TransportResponse> {
  for (;;) {
    const response = await trySend(open(), request, connectTimeout);
    if (response) return response;
  }
}

/** Resolves with `undefined` if a kept connection was found closed and took nothing. */
function trySend(
  outgoing: ClientRequest,
  { body, signal }: TransportRequest,
  connectTimeout: number,
): Promise<TransportResponse | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => outgoing.destroy(new Error("The request was aborted."));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    let handedOver = false;
    let answered = false;
    outgoing.once("close", () => {
      signal.removeEventListener("abort", onAbort);
      // Counts only if nothing else came: after a switch of protocols Node reports no error.
      if (!answered) reject(closedUnanswered());
    });
    outgoing.on("error", (error) => {
      if (outgoing.reusedSocket && !handedOver && !signal.aborted) resolve(undefined);
      else reject(error);
    });
    outgoing.once("response", (incoming) => {
      answered = true;
      resolve(toTransportResponse(incoming));
    });
    outgoing.once("socket", (socket) => {
      if (socket.connecting) {
        limitConnecting(outgoing, socket, connectTimeout);
        outgoing.end(body);
        return;
      }
      afterPendingEvents(() => {
        if (socket.destroyed || outgoing.destroyed) return;
        outgoing.end(body);
        // A write that fails at once has taken nothing.
        handedOver = socket.errored === null;
      });
    });
  });
}

/**
 * Calls back when all that had arrived by now has been reported, such as the end of a connection.
 * One immediate would not do: the current round of events may have begun before.
 */
function afterPendingEvents(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}

/** Limits the time until a new connection is established. */
function limitConnecting(outgoing: ClientRequest, socket: Socket, milliseconds: number): void {
  const timer = setTimeout(() => outgoing.destroy(connectTimedOut()), milliseconds);
  const stop = () => clearTimeout(timer);
  socket.once("encrypted" in socket ? "secureConnect" : "connect", stop);
  outgoing.once("close", stop);
}

/** The code by which core recognizes an invalid response. */
function closedUnanswered(): Error {
  return Object.assign(new Error("The request closed without an answer."), {
    code: "HPE_NO_ANSWER",
  });
}

/** The code is the one by which the core knows that nothing was sent. */
function connectTimedOut(): Error {
  return Object.assign(new Error("The connection did not stand in time."), {
    code: "ConnectionTimeout",
  });
}
