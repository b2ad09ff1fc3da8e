import { runAtOnce } from "../../../runtime/steps.js";
import type { Block, ToolCallBlock, ToolResultBlock, Turn } from "../../conversation.js";
import { createReceipt, defaultPolicy, type UnsupportedPolicy } from "../../receipt/receipt.js";
import type { Outcome, Rule } from "../../receipt/rules.js";
import { arrangeHistory } from "../arrange-history.js";
import type { HistoryContext, HistoryRules, HistoryTarget } from "../history-target.js";

const rule = (outcome: Outcome, reason: string): Rule => ({ outcome, reason });

const rules: HistoryRules = {
  newCallId: rule("reshaped", "new id"),
  missingResult: rule("refused", "missing"),
  missingResultRepaired: rule("approximated", "missing repaired"),
  lateResult: rule("approximated", "late"),
  orphanResult: rule("refused", "orphan"),
  orphanResultRepaired: rule("approximated", "orphan repaired"),
  repeatedResult: rule("refused", "repeated"),
  repeatedResultRepaired: rule("dropped", "repeated repaired"),
  wrappedSystem: rule("approximated", "wrapped"),
  hoistedSystem: rule("approximated", "hoisted"),
  refusedSystem: rule("refused", "refused instructions"),
};

const target: HistoryTarget = {
  lateSystem: "nowhere",
  otherwise: "wrap",
  joinsNeighbours: false,
  repair: false,
  callIdPattern: /^[A-Za-z0-9_]+$/,
  maxCallId: 20,
};

/** What the arranging of a history needs, for a target that takes little. */
export function contextOf(
  change: Partial<HistoryTarget> = {},
  unsupported: Partial<UnsupportedPolicy> = {},
): HistoryContext {
  const receipt = createReceipt({ ...defaultPolicy, ...unsupported });
  return { target: { ...target, ...change }, rules, receipt };
}

/** A history, arranged for such a target; and what was said about it, refusals last. */
export function arrange(
  turns: readonly Turn[],
  change: Partial<HistoryTarget> = {},
  unsupported: Partial<UnsupportedPolicy> = {},
) {
  const context = contextOf(change, unsupported);
  const arranged = runAtOnce(arrangeHistory(turns, context));
  const { entries } = context.receipt;
  return {
    ...arranged,
    said: arranged.turns.map(({ role, blocks }) => [role, ...blocks.map(tell)]),
    notes: [...entries.map(({ reason, at }) => `${reason} ${at}`), ...refusalsOf(context)],
  };
}

function refusalsOf({ receipt }: HistoryContext): readonly string[] {
  try {
    receipt.assertAccepted();
    return [];
  } catch (error) {
    const { problems } = error as { problems: readonly { at: string; message: string }[] };
    return problems.map(({ at, message }) => `refused: ${message} ${at}`);
  }
}

/** A block in short: a text as it is, `call id` and `result id: text`. */
function tell(block: Block): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "tool_call":
      return `call ${block.id}`;
    case "tool_result":
      return `result ${block.callId}: ${block.content.map(tell).join(" ")}`;
    default:
      return block.type;
  }
}

/** A text, and where it stood. */
export const text = (value: string, at?: string): Block => ({ type: "text", text: value, at });

/** A call, and where it stood. */
export const call = (id: string, at = `/${id}`, name = "f"): ToolCallBlock => ({
  type: "tool_call",
  id,
  name,
  arguments: "{}",
  at,
});

/** The result of a call, and where it stood. */
export const result = (
  callId: string,
  said: string,
  more: Partial<ToolResultBlock> = {},
): ToolResultBlock => ({
  type: "tool_result",
  callId,
  content: [text(said)],
  isError: false,
  at: `/result-${said}`,
  ...more,
});

/** A turn of blocks; a string is a text. */
export function turn(role: string, ...blocks: readonly (Block | string)[]): Turn {
  const all = blocks.map((block) => (typeof block === "string" ? text(block) : block));
  return { role, blocks: all, at: `/${role}` };
}
