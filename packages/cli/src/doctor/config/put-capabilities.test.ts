import { describe, expect, it } from "vitest";
import { putCapabilities } from "./put-capabilities.js";

const found = { tools: true, jsonSchema: false } as const;

describe("putCapabilities", () => {
  it("leaves the lines around the place as they are written", () => {
    const text = `{
    "port":   1e3,
    "models": [ {"id": "m", "aliases": ["a", "b"]} ],
    "upstreams": { "local": { "baseUrl": "http://a.test" } }
}
`;
    const written = putCapabilities(text, ["upstreams", "local"], found);
    expect(JSON.parse(written).upstreams.local).toEqual({
      baseUrl: "http://a.test",
      capabilities: found,
    });
    expect(written.startsWith(text.slice(0, text.indexOf('"upstreams"')))).toBe(true);
    expect(written.endsWith("}\n")).toBe(true);
  });

  it("keeps capabilities that were not found out", () => {
    const text = '{"models":[{"capabilities":{"tools":false,"maxOutput":8192}}]}';
    const written = JSON.parse(putCapabilities(text, ["models", 0], found));
    expect(written.models[0].capabilities).toEqual({ ...found, maxOutput: 8192 });
  });

  it("indents as the text does", () => {
    const text = '{\r\n\t"models": [\r\n\t\t{}\r\n\t]\r\n}';
    const written = putCapabilities(text, ["models", 0], { tools: true });
    expect(written).toMatch(/\r\n\t+"tools": true\r\n/);
  });
});
