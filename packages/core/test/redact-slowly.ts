/** What credentials look like, each as one regular expression. */
const shapes = [
  /sk-[A-Za-z0-9_-]{12,}/y,
  /AIza[A-Za-z0-9_-]{30,}/y,
  /hf_[A-Za-z0-9]{16,}/y,
  /xox[a-z]-[A-Za-z0-9-]{8,}/y,
  /gh[a-z]_[A-Za-z0-9]{16,}/y,
  /github_pat_[A-Za-z0-9_]{16,}/y,
  /glpat-[A-Za-z0-9_-]{16,}/y,
  /npm_[A-Za-z0-9]{16,}/y,
  /A[KS]IA[A-Z0-9]{12,}/y,
  /[Bb]earer +[A-Za-z0-9._~+/-]{8,}=*/y,
  /eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/y,
].map(({ source }) => new RegExp(`(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt]))(?:${source})`, "y"));

const privateKey =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;

/** Pieces of one text without secrets, by a look at each place for everything but private keys. */
export function redactSlowly(
  pieces: readonly string[],
  secrets: readonly (string | RegExp)[] = [],
): readonly string[] {
  const text = pieces.join("");
  const patterns = [...shapes, ...secrets.map(toPattern)];
  const isSecret = new Array<boolean>(text.length).fill(false);
  for (let from = 0; from < text.length; from++) {
    for (const pattern of patterns) {
      pattern.lastIndex = from;
      isSecret.fill(true, from, from + (pattern.exec(text)?.[0].length ?? 0));
    }
  }
  for (const { index, 0: key } of text.matchAll(privateKey)) {
    isSecret.fill(true, index, index + key.length);
  }
  let at = 0;
  return pieces.map((piece) => {
    let kept = "";
    for (const character of piece.split("")) {
      if (!isSecret[at]) kept += character;
      else if (!isSecret[at - 1]) kept += "[redacted]";
      at += 1;
    }
    return kept;
  });
}

/** A text is found behind backslashes as well, which escape the letters behind them. */
function toPattern(secret: string | RegExp): RegExp {
  if (typeof secret !== "string") return new RegExp(secret.source, `${secret.flags}y`);
  return new RegExp([...secret].map((letter) => `\\\\*${letter}`).join(""), "iy");
}
