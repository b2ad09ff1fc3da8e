import { type Block, type Conversation, type ModelYield, type Turn, usage } from "@diglot/core";
import { countInput } from "../count-input.js";
import { isToolResult, latestBlocks } from "../latest.js";
import { callTool, createTally, report, say } from "../speak.js";
import { type CompiledScript, createSession } from "./session.js";
import { asksForTime, findTimeTool, sayResults } from "./time-tool.js";

/**
 * Sentences of one session. She is asked anew with the whole conversation each time, so what came
 * before is worked out again; after so many sentences she begins afresh, which limits that work.
 */
const sessionLength = 500;

const cannotSee = "I can only listen; what you have attached I cannot look at.";

/** Everything that Eliza yields for a conversation; pure. */
export function* elizaReply(
  conversation: Conversation,
  script: CompiledScript,
): Generator<ModelYield> {
  const tally = createTally();
  const clock = chooseClock(conversation);
  yield usage({ input: countInput(conversation) });
  if (clock !== undefined) yield* callTool({ name: clock, json: "{}" }, tally);
  else yield* say(answerLatest(conversation, script), tally);
  yield report(tally);
}

function chooseClock(conversation: Conversation): string | undefined {
  const blocks = latestBlocks(conversation);
  if (blocks.some(isToolResult) || !asksForTime(textOf(blocks))) return undefined;
  return findTimeTool(conversation);
}

function answerLatest(conversation: Conversation, script: CompiledScript): string {
  const blocks = latestBlocks(conversation);
  const results = blocks.filter(isToolResult);
  const answers: string[] = [];
  if (blocks.some(isAttachment)) answers.push(cannotSee);
  if (results.length > 0) answers.push(sayResults(results, countResultTurns(conversation) - 1));
  if (answers.length === 0 || textOf(blocks).trim() !== "") {
    answers.push(answerText(conversation, script));
  }
  return answers.join(" ");
}

function answerText({ turns }: Conversation, compiled: CompiledScript): string {
  const session = createSession(compiled);
  const texts = spokenTexts(turns);
  let answer = compiled.script.hello;
  if (texts.every((text) => text === "")) return answer;
  const begin = Math.floor((texts.length - 1) / sessionLength) * sessionLength;
  for (const text of texts.slice(begin)) answer = session.answer(text);
  return answer;
}

/** What the user has said that she answered, or has to answer now, by the script. */
function spokenTexts(turns: readonly Turn[]): readonly string[] {
  const last = turns.findLastIndex((turn) => turn.role === "user");
  return turns.flatMap((turn, index) => {
    if (turn.role !== "user") return [];
    const text = textOf(turn.blocks).trim();
    if (index === last) return [text];
    const wasCalled = turns[index + 1]?.blocks.some((block) => block.type === "tool_call");
    return text === "" || wasCalled ? [] : [text];
  });
}

function countResultTurns({ turns }: Conversation): number {
  return turns.filter((turn) => turn.role === "user" && turn.blocks.some(isToolResult)).length;
}

function isAttachment({ type }: Block): boolean {
  return type === "image" || type === "document" || type === "audio" || type === "native";
}

function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
