import { type MemberReaders, readMembers, toTexts } from "../draft/members.js";
import type { Notes, Path } from "../report/item.js";

/**
 * The conditions of a fixture, as expressions about `request`; without any, it matches everything. Absent: one
 * of them cannot be expressed, so that the fixture would match too much.
 */
export function toConditions(
  match: unknown,
  path: Path,
  notes: Notes,
): readonly string[] | undefined {
  const found: string[] = [];
  let isWhole = true;
  let occurrence: number | undefined;
  const add = (toText: (value: string) => string) => (value: unknown) => {
    found.push(...toTexts(value).map((text) => toText(JSON.stringify(text))));
  };
  const readers: MemberReaders = {
    userMessage: add((text) => `userText(request).includes(${text})`),
    systemMessage: add((text) => `systemText(request).includes(${text})`),
    model: add((text) => `request.model === ${text}`),
    toolName: add((text) => `request.tools.includes(${text})`),
    toolCallId: add((text) => `request.toolResults.at(-1)?.callId === ${text}`),
    toolResultContains: add((text) => `request.toolResults.at(-1)?.text.includes(${text})`),
    responseFormat: add((text) => `request.body.response_format?.type === ${text}`),
    hasToolResult: (value) => {
      found.push(`request.toolResults.length ${value === true ? ">" : "==="} 0`);
    },
    turnIndex: (value) => {
      const replies =
        'request.conversation.turns.filter(({ role }) => role === "assistant").length';
      found.push(`${replies} === ${Number(value)}`);
    },
    sequenceIndex: (value) => {
      occurrence = Number(value);
    },
    endpoint: (value, place) => {
      if (value === "chat") return;
      isWhole = false;
      notes.impossible(place, "A fake answers conversations only.");
    },
  };
  readMembers(match, path, readers, (_, place) => {
    isWhole = false;
    notes.impossible(place, "A matcher has no such condition, so the fixture is left out.");
  });
  if (!isWhole) return undefined;
  const all = found.length > 0 ? found : ["true"];
  if (occurrence === undefined) return all;
  return [...all, `earlier(${JSON.stringify(all.join(" && "))}, request) === ${occurrence}`];
}
