import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextPattern } from "./text-pattern.js";

/** A pattern that has learnt `{"id":1,"text":"…","end":true}`. */
function learnt() {
  const pattern = new TextPattern();
  const text = '{"id":1,"text":"hello","end":true}';
  pattern.learn(text, text.indexOf("hello"), text.indexOf("hello") + 5);
  return pattern;
}

describe("TextPattern", () => {
  it("finds the string of a text that differs in nothing else", () => {
    expect(learnt().match('{"id":1,"text":"there","end":true}')).toBe("there");
    expect(learnt().match('{"id":1,"text":"a \\"b\\" \\u00e4\\n","end":true}')).toBe('a "b" ä\n');
  });

  it.each([
    ["another beginning", '{"id":2,"text":"hello","end":true}'],
    ["another end", '{"id":1,"text":"hello","end":false}'],
    ["another member behind the string", '{"id":1,"text":"a","end":false,"more":"","end":true}'],
    ["an empty string", '{"id":1,"text":"","end":true}'],
    ["an escape that is none", '{"id":1,"text":"a\\x","end":true}'],
    ["a line break in the string", '{"id":1,"text":"a\nb","end":true}'],
    ["a text that is too short", '{"id":1,"text":'],
  ])("does not match %s", (_name, text) => {
    expect(learnt().match(text)).toBeUndefined();
  });

  it("matches nothing before it has learnt and after it has forgotten", () => {
    const pattern = learnt();
    pattern.forget();
    expect(pattern.match('{"id":1,"text":"there","end":true}')).toBeUndefined();
    expect(new TextPattern().match("")).toBeUndefined();
  });

  it("finds the strings of texts that follow one another, up to one that is written otherwise", () => {
    const says = (said: string) => `{"id":1,"text":${said},"end":true}`;
    const text = `[${says('"a"')}${says('"bc"')}${says('"d\\n"')}${says('"e"')}`;
    const end = 1 + says('"a"').length + says('"bc"').length;
    expect(learnt().findRun(text, 1)).toEqual({
      strings: ["a", "bc"],
      headLength: '{"id":1,"text":"'.length,
      end,
    });
    expect(learnt().findRun(text, end)).toBeUndefined();
    expect(learnt().findRun(text, 0)).toBeUndefined();
    for (const other of ['""', '"a\nb"', '"a', "1"]) {
      expect(learnt().findRun(says(other), 0)).toBeUndefined();
    }
  });

  it("finds one after another what it finds alone", () => {
    const said = fc.oneof(fc.string(), fc.constantFrom('","end":true}', "\\", '"', "ä"));
    fc.assert(
      fc.property(fc.array(said), (all) => {
        const texts = all.map((one) => `{"id":1,"text":${JSON.stringify(one)},"end":true}`);
        const { strings = [] } = learnt().findRun(texts.join(""), 0) ?? {};
        expect(strings).toEqual(texts.slice(0, strings.length).map((text) => learnt().match(text)));
        expect(strings).toEqual(all.slice(0, strings.length));
      }),
    );
  });

  it("stops learning where no text repeats another", () => {
    const pattern = new TextPattern();
    for (let id = 0; id < 100; id++) pattern.learn(`{"id":${id},"text":"a"}`, 17, 18);
    expect(pattern.match('{"id":99,"text":"a"}')).toBeUndefined();
  });

  it("reads of a matching text what a parser reads", () => {
    const json = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom('","end":true}', "\\", '"'),
    );
    fc.assert(
      fc.property(json, fc.boolean(), (said, escaped) => {
        const string = escaped ? JSON.stringify(said) : `"${said}"`;
        const text = `{"id":1,"text":${string},"end":true}`;
        const found = learnt().match(text);
        if (found !== undefined)
          expect(JSON.parse(text)).toEqual({ id: 1, text: found, end: true });
        if (escaped && said !== "") expect(found).toBe(said);
      }),
    );
  });
});
