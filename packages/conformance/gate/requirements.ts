import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A sentence that Diglot must keep to. */
export interface Requirement {
  readonly id: string;
  readonly requirement: string;
  readonly status: "required" | "strict" | "later" | "judged";
  /** Why it waits, or why the project decided otherwise. */
  readonly reason?: string;
}

/** A list of requirements in `requirements/`, and the form of its ids. */
export interface RequirementList {
  readonly file: string;
  readonly id: RegExp;
}

/** All lists. No id has the form of two of them. */
export const requirementLists: readonly RequirementList[] = [
  { file: "messages.json", id: /^M\d{3}$/ },
  { file: "chat-completions.json", id: /^C\d{3}$/ },
  { file: "responses.json", id: /^R\d{3}$/ },
  { file: "faults.json", id: /^(?:[UJSCBHKLQ]\d{2}|[PT]0\d)$/ },
  { file: "translation.json", id: /^(?:T[1-9]\d*|F8\.8[a-s]|F9\.\d+|P11\.\d+)$/ },
];

const folder = resolve(import.meta.dirname, "../requirements");

/** The requirements of a list, in their order. */
export function readRequirements({ file }: Pick<RequirementList, "file">): readonly Requirement[] {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}
