/** All bytes but NUL, as characters. */
const binary = String.fromCharCode(...Array.from({ length: 255 }, (_, index) => index + 1));

/** What callers may present instead of a secret; none of it names a key. */
export const hostileSecrets: readonly string[] = [
  "' OR '1'='1",
  "'; DROP TABLE keys; --",
  '" OR ""="',
  "$1",
  "%",
  "_".repeat(40),
  "*",
  "../../etc/passwd",
  "\\",
  "\r\nSET x 1\r\n",
  binary,
  "x".repeat(10_000),
  "🙂".repeat(100),
  "ключ-漢字-مفتاح",
  "\ud83d",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "undefined",
  "null",
  "[object Object]",
  "0",
  "{}",
];
