import type { Block } from "../../conversation/conversation.js";
import type { ConversationEvent } from "../../conversation/events.js";
import { createFold, type FoldedBlock } from "../../conversation/fold.js";
import { toPlainId } from "../../conversation/legal-names.js";
import type { EventsReply, ModelRequest } from "../../models/model.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import type { ReasoningKey, ReasoningStore } from "./reasoning-store.js";

/** An upstream, as far as it remembers. */
interface Remembering {
  readonly settings: { readonly reasoningStore?: ReasoningStore | undefined };
}

/** Calls of one history that are looked up, and of one reply that are kept; the newest count. */
const maxCalls = 256;

/** What the store has for the calls of a request's history, by their ids. */
export function recallBlocks(
  { settings: { reasoningStore } }: Remembering,
  request: ModelRequest,
): MaybePromise<RecalledBlocks> {
  return reasoningStore ? recallFrom(reasoningStore, request) : none;
}

type RecalledBlocks = ReadonlyMap<string, readonly Block[]>;

const none: RecalledBlocks = new Map();

async function recallFrom(
  store: ReasoningStore,
  { conversation, caller: { accountId } }: ModelRequest,
): Promise<RecalledBlocks> {
  const ids = conversation().turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "tool_call" ? [block.id] : [])),
  );
  const found = await Promise.all(
    [...new Set(ids.slice(-maxCalls))].map(
      async (id) => [id, await look(store, accountId, toPlainId(id))] as const,
    ),
  );
  return new Map(found.flatMap(([id, blocks]) => (blocks ? [[id, blocks] as const] : [])));
}

/** A store that fails counts as empty; the request continues without it. */
async function look(store: ReasoningStore, accountId: string, toolCallId: string) {
  try {
    return await store.get({ accountId, toolCallId });
  } catch {
    return undefined;
  }
}

/** The same reply; at its end the store gets its reasoning, under each of its calls. */
export function rememberBlocks(
  { settings: { reasoningStore } }: Remembering,
  { caller: { accountId } }: ModelRequest,
  reply: EventsReply,
): EventsReply {
  if (!reasoningStore) return reply;
  const fold = createFold();
  const { events } = reply;

  const see = (batch: readonly ConversationEvent[]) => {
    for (const event of batch) fold.push(event);
    if (batch.at(-1)?.type === "end") keep(reasoningStore, accountId, fold.result().blocks);
  };

  return {
    kind: "events",
    events: {
      async read() {
        const batch = await events.read();
        if (batch) see(batch);
        return batch;
      },
      cancel: (reason) => events.cancel(reason),
    },
  };
}

function keep(store: ReasoningStore, accountId: string, folded: readonly FoldedBlock[]): void {
  const blocks = folded.flatMap(toBlock);
  if (blocks.length === 0) return;
  const ids = folded.flatMap(({ opened }) => (opened.type === "tool_call" ? [opened.id] : []));
  for (const id of ids.slice(-maxCalls)) {
    void put(store, { accountId, toolCallId: toPlainId(id) }, blocks);
  }
}

/** A store that fails is ignored: the answer was already sent. */
async function put(
  store: ReasoningStore,
  key: ReasoningKey,
  blocks: readonly Block[],
): Promise<void> {
  try {
    await store.put(key, blocks);
  } catch {}
}

/** The block as it goes back in the history, if it is one that a caller's format loses. */
function toBlock({ opened, text, signature }: FoldedBlock): readonly Block[] {
  switch (opened.type) {
    case "thinking":
      return [{ type: "thinking", text, signature }];
    case "redacted_thinking":
      return [{ type: "redacted_thinking", data: opened.data }];
    case "tool_call": {
      const { id, name, extra } = opened;
      return extra ? [{ type: "tool_call", id, name, arguments: text, extra }] : [];
    }
    default:
      return [];
  }
}
