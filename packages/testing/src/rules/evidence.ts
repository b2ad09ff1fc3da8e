/** How a fact about the real service can be known, in words. */
export const evidenceKinds = {
  "sdk-types": "the types of the official SDK refuse the request",
  "sdk-behaviour": "the official SDK acts on the answer",
  "recorded-answer": "a public recording of the real service's answer",
  "sdk-comments": "comments in the official SDK's types",
  documentation: "official documentation",
  "third-party-probe": "what third parties saw the real service answer",
  "issue-report": "public issue reports",
  "client-text": "words that clients look for",
  "other-server": "other servers",
  inferred: "inferred from the rest",
  chosen: "a choice where nothing is known",
} as const;

/** One kind of evidence; the list is closed. */
export type Evidence = keyof typeof evidenceKinds;

/** A file in a public repository on GitHub that holds a recorded answer. */
export interface Recording {
  /** Owner and name. */
  readonly repository: string;
  readonly path: string;
}

/** Where the fact behind a rule is from. */
export interface Source {
  /** Sections of the wire reference of the profile. */
  readonly section: string;
  readonly evidence: readonly Evidence[];
  /** Where the `recorded-answer` is. */
  readonly recording?: Recording | undefined;
  /** Issues and pull requests on GitHub that quote the answer, as `owner/name#number`. */
  readonly reports?: readonly string[] | undefined;
}

/** What can be looked up, for a source that the wire reference alone does not give. */
export type Citations = Pick<Source, "recording" | "reports">;

/** A source with what can be looked up. An answer that was recorded is evidence too. */
export function withCitations(source: Source, { recording, reports }: Citations): Source {
  const cited = reports ? { ...source, reports } : source;
  if (!recording) return cited;
  return { ...cited, evidence: ["recorded-answer", ...source.evidence], recording };
}
