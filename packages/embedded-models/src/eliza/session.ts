import { type Element, matchPattern, parsePattern, type Word } from "./pattern.js";
import { reflect } from "./reflect.js";
import type { Answer, Keyword, Rule, Script } from "./script-types.js";
import { toClauses } from "./sentences.js";

/** A script made ready. */
export interface CompiledScript {
  readonly script: Script;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly keywords: ReadonlyMap<string, Keyword>;
  readonly patterns: ReadonlyMap<Rule, readonly Element[]>;
}

/** One conversation from its beginning. */
export interface Session {
  /** The answer to the next thing said; depends on everything said before, and on nothing else. */
  answer(text: string): string;
}

interface State {
  readonly compiled: CompiledScript;
  /** How often each rule has been used; its answers take turns. */
  readonly used: Map<Rule, number>;
  readonly memory: string[];
  sentences: number;
}

/**
 * Makes a script ready.
 * @throws TypeError if it refers to a group or a keyword that does not exist
 */
export function compileScript(script: Script): CompiledScript {
  const keywords = new Map(
    script.keywords.flatMap((keyword) => keyword.words.map((word) => [word, keyword] as const)),
  );
  const keywordRules = script.keywords.flatMap((keyword) => keyword.rules);
  const rules = [...keywordRules, ...script.memory.rules, script.fallback];
  for (const answer of rules.flatMap((rule) => rule.answers)) checkTarget(answer, keywords);
  return {
    script,
    keywords,
    before: new Map(Object.entries(script.before)),
    after: new Map(Object.entries(script.after)),
    patterns: new Map(rules.map((rule) => [rule, parsePattern(rule.pattern, script.groups)])),
  };
}

function checkTarget(answer: Answer, keywords: ReadonlyMap<string, Keyword>): void {
  if (typeof answer === "object" && !keywords.has(answer.continueWith)) {
    throw new TypeError(`The script has no keyword "${answer.continueWith}".`);
  }
}

/** A new session. */
export function createSession(compiled: CompiledScript): Session {
  const state: State = { compiled, used: new Map(), memory: [], sentences: 0 };
  return { answer: (text) => capitalise(answerText(state, text)) };
}

function answerText(state: State, text: string): string {
  const { script } = state.compiled;
  state.sentences += 1;
  const { keywords, words } = findKeywords(state.compiled, text);
  const [first] = keywords;
  if (!first) return recall(state) ?? useRule(state, script.fallback, []) ?? script.hello;
  if (first.words.includes(script.memory.keyword)) remember(state, words);
  for (const keyword of keywords) {
    const answer = answerKeyword(state, keyword, words);
    if (answer !== undefined) return answer;
  }
  return useRule(state, script.fallback, words) ?? script.hello;
}

/** The keywords of the first clause that has any, the best first, and that clause. */
function findKeywords(
  { before, keywords }: CompiledScript,
  text: string,
): { readonly keywords: readonly Keyword[]; readonly words: readonly Word[] } {
  for (const words of toClauses(text, before)) {
    const found = new Set<Keyword>();
    for (const { key } of words) {
      const keyword = keywords.get(key);
      if (keyword) found.add(keyword);
    }
    if (found.size > 0) {
      return { keywords: [...found].sort((left, right) => right.rank - left.rank), words };
    }
  }
  return { keywords: [], words: [] };
}

function answerKeyword(state: State, keyword: Keyword, words: readonly Word[]): string | undefined {
  let current = keyword;
  const visited = new Set<Keyword>();
  while (!visited.has(current)) {
    visited.add(current);
    const answer = chooseAnswer(state, current, words);
    if (typeof answer !== "object") return answer;
    const next = state.compiled.keywords.get(answer.continueWith);
    if (!next) return undefined;
    current = next;
  }
  return undefined;
}

/** The answer of the first rule that fits; `undefined` to go on with the next keyword. */
function chooseAnswer(
  state: State,
  keyword: Keyword,
  words: readonly Word[],
): string | { readonly continueWith: string } | undefined {
  for (const rule of keyword.rules) {
    const parts = matchPattern(state.compiled.patterns.get(rule) ?? [], words);
    if (!parts) continue;
    const answer = nextAnswer(state, rule);
    if (answer === "$next" || answer === undefined) return undefined;
    return typeof answer === "string" ? fill(state, answer, parts) : answer;
  }
  return undefined;
}

function useRule(state: State, rule: Rule, words: readonly Word[]): string | undefined {
  const parts = matchPattern(state.compiled.patterns.get(rule) ?? [], words);
  const answer = parts && nextAnswer(state, rule);
  return parts && typeof answer === "string" ? fill(state, answer, parts) : undefined;
}

function nextAnswer(state: State, rule: Rule): Answer | undefined {
  const times = state.used.get(rule) ?? 0;
  state.used.set(rule, times + 1);
  return rule.answers[times % rule.answers.length];
}

function remember(state: State, words: readonly Word[]): void {
  const { script, patterns } = state.compiled;
  const rule = script.memory.rules.find((each) => matchPattern(patterns.get(each) ?? [], words));
  const reasoning = rule && useRule(state, rule, words);
  if (reasoning !== undefined) state.memory.push(reasoning);
}

/** The oldest memory, when it is time for one. The count begins at 1, as it did in 1966. */
function recall({ compiled, sentences, memory }: State): string | undefined {
  return (sentences + 1) % compiled.script.recallEvery === 0 ? memory.shift() : undefined;
}

function fill({ compiled }: State, answer: string, parts: readonly (readonly Word[])[]): string {
  const filled = answer.replace(/\$(\d)/g, (_, number: string) =>
    reflect(parts[Number(number) - 1] ?? [], compiled.after),
  );
  return filled.replace(/\s+(?=[.,?!]|\s|$)/g, "");
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
