/** A part of a shape: as many characters of an alphabet as follow one another. */
export interface ShapePart {
  /** What stands between the brackets of a regular expression. */
  readonly alphabet: string;
  /** Fewer characters are no such part. */
  readonly least: number;
  /** @default all that follow one another */
  readonly most?: number;
}

/** What a credential looks like: how it begins, and the parts behind that. */
export interface SecretShape {
  /** A regular expression of at most 16 characters. */
  readonly begins: string;
  readonly parts: readonly ShapePart[];
}

const word = "A-Za-z0-9_-";
const alphanumeric = "A-Za-z0-9";
const dot: ShapePart = { alphabet: ".", least: 1, most: 1 };

const key = (begins: string, alphabet: string, least: number): SecretShape => ({
  begins,
  parts: [{ alphabet, least }],
});

/** What credentials look like; each begins where a word begins, or behind an escaped line break. */
export const secretShapes: readonly SecretShape[] = [
  // Keys of model services, this one's own among them.
  key("sk-", word, 12),
  key("AIza", word, 30),
  key("hf_", alphanumeric, 16),
  // Chat, code and package services, and clouds.
  key("xox[a-z]-", "A-Za-z0-9-", 8),
  key("gh[a-z]_", alphanumeric, 16),
  key("github_pat_", "A-Za-z0-9_", 16),
  key("glpat-", word, 16),
  key("npm_", alphanumeric, 16),
  key("A[KS]IA", "A-Z0-9", 12),
  // Tokens.
  {
    begins: "[Bb]earer(?= )",
    parts: [
      { alphabet: " ", least: 1 },
      { alphabet: "A-Za-z0-9._~+/-", least: 8 },
      { alphabet: "=", least: 0 },
    ],
  },
  {
    begins: "eyJ",
    parts: [
      { alphabet: word, least: 5 },
      dot,
      { alphabet: word, least: 5 },
      dot,
      { alphabet: word, least: 0 },
    ],
  },
];
