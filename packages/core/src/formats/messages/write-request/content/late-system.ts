import type { Block } from "../../../../conversation/conversation.js";
import { wrapLateSystem } from "../../../../conversation/late-system.js";
import type { WriteRequestContext } from "../context.js";
import { turnRoleRules as rules } from "../rules/content.js";
import { type Draft, mergeDrafts } from "./draft.js";

/** Gives instructions after the first message a place; those that are hoisted join `system`. */
export function placeLateSystem(
  drafts: readonly Draft[],
  system: Block[],
  context: WriteRequestContext,
): Draft[] {
  const merged = mergeDrafts(drafts);
  return merged.flatMap((draft, index) => {
    if (draft.role !== "system") return [draft];
    const native = context.capabilities.midSystem && mayStand(merged[index - 1], merged[index + 1]);
    return native ? [draft] : moveSystem(draft, system, context);
  });
}

/** Instructions stand after a user's message, and before one of the assistant or at the end. */
function mayStand(previous: Draft | undefined, next: Draft | undefined): boolean {
  return previous?.role === "user" && next?.role !== "user";
}

function moveSystem(
  draft: Draft,
  system: Block[],
  { options, receipt }: WriteRequestContext,
): Draft[] {
  switch (options.lateSystem) {
    case "refuse":
      receipt.apply(rules.lateRefused, draft.at);
      return [];
    case "hoist":
      if (receipt.apply(rules.hoisted, draft.at)) system.push(...draft.blocks);
      return [];
    case "wrap":
      return receipt.apply(rules.wrapped, draft.at)
        ? [{ ...draft, role: "user", blocks: draft.blocks.map(wrap) }]
        : [];
  }
}

function wrap(block: Block): Block {
  return block.type === "text" ? { ...block, text: wrapLateSystem(block.text) } : block;
}
