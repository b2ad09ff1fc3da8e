/** Tells whether a text contains a secret, plain or in one of the forms in which servers write text. */
export type SecretFinder = (text: string) => boolean;

/**
 * A finder of secrets that consist of ASCII characters. It finds them plain, in base64, and behind
 * escapes of JSON, of URLs and of HTML, each also inside another.
 */
export function createSecretFinder(secrets: readonly string[]): SecretFinder {
  const forms = secrets.flatMap((secret) => [secret, ...toBase64(secret)]).filter(Boolean);
  return (text) => {
    let plain = text;
    for (let pass = 0; pass < mostPasses; pass++) {
      if (forms.some((form) => plain.includes(form))) return true;
      const decoded = decode(plain);
      if (decoded === plain) return false;
      plain = decoded;
    }
    return false;
  };
}

/** A text that was escaped more often than this no longer shows a secret to anybody. */
const mostPasses = 5;
/** Shorter pieces of base64 are in many texts by chance. */
const shortestPiece = 8;

/**
 * What base64 makes of a secret at each of its three places in a group of three bytes, without the
 * characters at both ends that also depend on what is around it.
 */
function toBase64(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + secret.length) * 8) / 6);
    const piece = btoa("\0".repeat(shift) + secret).slice(start, end);
    if (piece.length < shortestPiece) return [];
    return [piece, piece.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

const escapes =
  /\\u([0-9a-f]{4})|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(\w{2,4});|\\(.)/gi;
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The text with one layer of escapes removed. */
function decode(text: string): string {
  return text.replace(escapes, (written, unit, byte, hex, decimal, entity, character) => {
    if (entity) return entities[entity] ?? written;
    return character ?? String.fromCharCode(decimal ?? Number.parseInt(unit ?? byte ?? hex, 16));
  });
}
