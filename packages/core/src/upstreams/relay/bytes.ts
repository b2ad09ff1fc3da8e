import { toAttemptEnd } from "../../conversation/attempt-end.js";
import type { ByteSource } from "../../http/exchange.js";
import type { ModelRequest, RelayReply } from "../../models/model.js";
import { withFirst } from "../../runtime/source.js";
import { type Dispatch, toEnd } from "../send/dispatch.js";
import { toTransportError } from "../send/transport-errors.js";
import type { Upstream } from "../upstream.js";

/**
 * Relays a body that is neither JSON nor a stream of events, such as a sound, as it comes. Resolves with
 * the first bytes, so that a body that fails at once fails before its head.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function openRelayedBytes(
  { format, settings }: Upstream,
  { origin }: ModelRequest,
  dispatched: Dispatch,
): Promise<RelayReply> {
  const { status, headers, body } = dispatched.response;
  const reported = format.readUsage(undefined, settings.capabilities, headers, origin);
  dispatched.watch(() => ({ reported, output: 0, reasoning: 0 }));
  const source = settleWith(dispatched, body);
  const first = await source.read();
  const type = headers.get("content-type") ?? "application/octet-stream";
  return {
    kind: "relay",
    status,
    headers: [["content-type", type], ...format.relayedReplyHeaders(headers)],
    body: withFirst(first ? [first] : [], source),
    isOpaque: true,
    untilContent: async () => undefined,
  };
}

/** The same body, with whose end its attempt is settled. */
function settleWith(dispatched: Dispatch, body: ByteSource): ByteSource {
  const { signal } = dispatched;
  const onAbort = () => dispatched.finish(toEnd(signal.reason, signal));
  const leave = () => signal.removeEventListener("abort", onAbort);
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    async read() {
      try {
        const block = await body.read();
        if (block) return block;
        leave();
        dispatched.noteRead();
        dispatched.finish("completed");
        return undefined;
      } catch (error) {
        leave();
        throw toFailure(dispatched, error);
      }
    },
    async cancel(reason) {
      leave();
      dispatched.finish(toAttemptEnd(reason));
    },
  };
}

/** The failure of a body, with which its attempt is settled. */
function toFailure(dispatched: Dispatch, error: unknown): unknown {
  const { signal } = dispatched;
  if (signal.aborted) return signal.reason;
  const failure = dispatched.explain(toTransportError(error, "stream"));
  dispatched.finish(toEnd(failure, signal), failure);
  return failure;
}
