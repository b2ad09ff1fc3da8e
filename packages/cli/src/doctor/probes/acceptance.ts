import type { Outcome } from "../outcome.js";
import { type Finding, no, unclear, yes } from "./probe.js";

/**
 * Judges a parameter whose effect cannot be seen: one that is accepted counts only if the server refuses
 * a nonsensical value of it, because many servers ignore what they do not know.
 */
export function judgeAcceptance([sensible, nonsense]: readonly Outcome[]): Finding {
  if (!sensible || !nonsense) return unclear("nothing was asked");
  if (sensible.kind === "failed") return unclear(sensible.words);
  if (sensible.kind === "refused") return no(`refused: ${sensible.words}`);
  if (nonsense.kind === "refused") return yes("accepted, and a nonsensical value is refused");
  return unclear("accepted, but so is a nonsensical value");
}
