import type { Word } from "./pattern.js";

/**
 * Words as the other side says them: "you hate me" becomes "I hate you". Pairs of words go before
 * single ones, and a "you" that ends the words is an object ("me").
 */
export function reflect(words: readonly Word[], changes: ReadonlyMap<string, string>): string {
  const said: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    const next = words[index + 1];
    if (!word) break;
    const pair = next && changes.get(`${word.key} ${next.key}`);
    if (pair !== undefined) {
      said.push(pair);
      index += 1;
    } else if (word.key === "you" && !next && words.length > 1) said.push("me");
    else said.push(changes.get(word.key) ?? word.text);
  }
  return said.join(" ");
}
