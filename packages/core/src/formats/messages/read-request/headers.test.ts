import { describe, expect, it } from "vitest";
import { createStrictProfile, strict } from "../../strict.js";
import { refusal, settingsOf, type Validation } from "../__fixtures__/make.js";
import { readCredential, readHead, unknownModel, wrongCredential } from "./headers.js";

const headers = (entries: Record<string, string>) => new Headers(entries);
const version = { "anthropic-version": "2023-06-01" };

describe("readCredential", () => {
  it("M001 M002 reads both headers, whatever their case and spaces", () => {
    expect(readCredential(headers({ "x-api-key": " k " }))).toBe("k");
    expect(readCredential(headers({ authorization: "bearer   k " }))).toBe("k");
    expect(readCredential(headers({ authorization: "Bearer k" }))).toBe("k");
  });

  it("M003 prefers x-api-key", () => {
    expect(readCredential(headers({ "x-api-key": "k", authorization: "Bearer no" }))).toBe("k");
    expect(readCredential(headers({ "x-api-key": "", authorization: "Bearer k" }))).toBe("k");
  });

  it("M004 finds no credential in other schemes or without a header", () => {
    expect(readCredential(headers({}))).toBeUndefined();
    expect(readCredential(headers({ authorization: "Basic k" }))).toBeUndefined();
    expect(readCredential(headers({ authorization: "Bearer" }))).toBeUndefined();
  });

  it("refuses a header that was given twice, without naming its value", () => {
    const twice = (name: string) =>
      refusal(() => readCredential(headers({ [name]: "Bearer a, b" })));
    expect(twice("x-api-key")).toBe("invalid x-api-key");
    expect(twice("authorization")).toBe("Invalid bearer token");
  });

  it("M005 M017 has the texts for a wrong key and an unknown model", () => {
    const wrong = (entries: Record<string, string>) =>
      wrongCredential("k", headers(entries)).message;
    expect(wrong({ "x-api-key": "k" })).toBe("invalid x-api-key");
    expect(wrong({ authorization: "Bearer k" })).toBe("Invalid bearer token");
    expect(wrong({ "x-api-key": "k", authorization: "Bearer k" })).toBe("invalid x-api-key");
    expect(wrong({ "x-api-key": " ", authorization: "Bearer k" })).toBe("Invalid bearer token");
    expect(unknownModel("x")).toMatchObject({ kind: "unknown_model", message: "model: x" });
  });
});

describe("readHead", () => {
  const refuse = (entries: Record<string, string>, validation: Validation = "open") =>
    refusal(() => readHead(headers(entries), settingsOf(validation)));

  it("M006 requires a version", () => {
    expect(refuse({})).toBe("anthropic-version: header is required");
  });

  for (const value of ["1999-01-01", "2023-06-01, 2023-06-01"]) {
    it(`M007 M008 refuses the version ${value}`, () => {
      expect(refuse({ "anthropic-version": value })).toBe(
        `anthropic-version: "${value}" is not a valid version`,
      );
    });
  }

  it("splits the betas", () => {
    const head = readHead(headers({ ...version, "anthropic-beta": "a,b , ,c" }), settingsOf());
    expect(head).toEqual({ version: "2023-06-01", betas: ["a", "b", "c"] });
  });

  it("M009 M010 refuses unknown and empty betas in the strict profile only", () => {
    const entries = { ...version, "anthropic-beta": "claude-code-20250219,nope-2020-01-01" };
    expect(refuse(entries)).toBeUndefined();
    expect(refuse(entries, strict)).toBe(
      "Unexpected value(s) `nope-2020-01-01` for the `anthropic-beta` header. Please consult our documentation at platform.claude.com/docs or try again without the header.",
    );
    expect(refuse({ ...version, "anthropic-beta": "" })).toBeUndefined();
    expect(refuse({ ...version, "anthropic-beta": "" }, strict)).toContain("anthropic-beta");
  });

  it("M110 refuses browsers without opt-in, in the strict profile only", () => {
    const entries = { ...version, origin: "https://example.com" };
    expect(refuse(entries)).toBeUndefined();
    expect(refuse(entries, strict)).toBe(
      "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
    );
    const optIn = { ...entries, "anthropic-dangerous-direct-browser-access": "true" };
    expect(refuse(optIn, strict)).toBeUndefined();
  });

  it("refuses none of these if only the models are strict", () => {
    const entries = { ...version, origin: "https://example.com", "anthropic-beta": "nope" };
    expect(refuse(entries, createStrictProfile({ models: {}, modelsOnly: true }))).toBeUndefined();
  });

  it("names the headers after the vendor of the settings", () => {
    const settings = { ...settingsOf(), vendor: "acme", versions: ["1"] };
    expect(readHead(headers({ "acme-version": "1", "acme-beta": "x" }), settings)).toEqual({
      version: "1",
      betas: ["x"],
    });
  });
});
