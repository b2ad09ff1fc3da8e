import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { InProcessRequest, ReasoningKey, ReasoningStore } from "@diglot/core";
import { toolNamesOf, toPlainId } from "@diglot/core/frameworks";
import type { Metadata } from "./reply/reasoning.js";
import { rules } from "./rules.js";

/** Proofs that a provider wants back with its calls, as options of their parts, by the ids of the calls. */
export type Proofs = ReadonlyMap<string, SharedV4ProviderOptions>;

/** Keeps the proof of a call, if it has one; the receipt says if nobody does. */
export type KeepProof = (toolCallId: string, metadata: Metadata) => void;

/** Keeps proofs for the next request of the same account, which has the call in its history. */
export function createProofKeeper(
  store: ReasoningStore | undefined,
  { caller, receipt }: InProcessRequest,
): KeepProof {
  return (toolCallId, metadata) => {
    const proof = proofOf(metadata);
    if (!proof) return;
    if (!store) {
      receipt.noteReply(rules.proof, "");
      return;
    }
    const block = { type: "redacted_thinking", data: JSON.stringify(proof) } as const;
    // A store may forget, and a rejection counts as forgetting.
    store
      .put({ accountId: caller.accountId, toolCallId: toPlainId(toolCallId) }, [block])
      .catch(() => undefined);
  };
}

/** What Google's models want back; they answer worse without it, or not at all. */
function proofOf(metadata: Metadata): SharedV4ProviderOptions | undefined {
  const signed = Object.entries(metadata ?? {}).flatMap(([provider, { thoughtSignature }]) =>
    typeof thoughtSignature === "string" ? [[provider, { thoughtSignature }] as const] : [],
  );
  return signed.length > 0 ? Object.fromEntries(signed) : undefined;
}

/** The calls of a history that are looked up, the newest ones; a store may be far away. */
const maxLookups = 256;

/** The proofs of the calls in a request's history. */
export async function recallProofs(
  store: ReasoningStore | undefined,
  { caller: { accountId }, conversation }: InProcessRequest,
): Promise<Proofs> {
  if (!store) return new Map();
  const ids = [...toolNamesOf(conversation.turns).keys()].slice(-maxLookups);
  const found = await Promise.all(
    ids.map(async (toolCallId) => {
      const proof = await look(store, { accountId, toolCallId: toPlainId(toolCallId) });
      return proof ? [[toolCallId, proof] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** A store that fails counts as empty. */
async function look(
  store: ReasoningStore,
  key: ReasoningKey,
): Promise<SharedV4ProviderOptions | undefined> {
  try {
    const blocks = await store.get(key);
    const kept = blocks?.find((block) => block.type === "redacted_thinking");
    return kept && JSON.parse(kept.data);
  } catch {
    return undefined;
  }
}
