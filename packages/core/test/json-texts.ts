import fc from "fast-check";

/** A number as JSON may spell it, within the range of JavaScript. */
const anyNumber = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^\.[0-9]{1,30}$/)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][+-]?[0-9]{1,2}$/)),
  )
  .map((parts) => parts.join(""));

/**
 * Without a backslash: once V8 13.6 (Node 24) has parsed an object with the name `\`, it reads the name `"`
 * in the same place of another object as that one.
 */
const anyName = fc.oneof(
  fc.nat({ max: 12 }).map(String),
  fc.constantFrom("__proto__", "toJSON", "text", "a", '"'),
  fc.string().map((name) => name.replaceAll("\\", "")),
);

/** JSON text of any depth, without white space and without repeated names. */
export const { json: anyJsonText } = fc.letrec<{ json: string; list: string; object: string }>(
  (tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      anyNumber,
      fc.oneof(fc.string(), fc.boolean(), fc.constant(null)).map((value) => JSON.stringify(value)),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    object: fc
      .uniqueArray(fc.tuple(anyName, tie("json")), { maxLength: 5, selector: ([name]) => name })
      .map((members) => {
        const texts = members.map(([name, json]) => `${JSON.stringify(name)}:${json}`);
        return `{${texts.join(",")}}`;
      }),
  }),
);
