import { describe, expect, it } from "vitest";
import { createSecretSearch } from "../../redaction/secret-search.js";
import { createQuote } from "./quote.js";

const secret = "configured-secret-1";
const quoteAt = (baseUrl: string) => createQuote(createSecretSearch([secret]).isIn, baseUrl);
const quote = quoteAt("https://models.example.com/v1");

describe("createQuote", () => {
  it.each([
    "temperature: must be at most 1",
    "The model `claude-sonnet-4-5-20250929` does not support images.",
    "`tool_use` ids were found without `tool_result` blocks: toolu_01A09q90qw90lq917835lq9",
    "Unknown parameter: 'messages[0].tool_calls[0].function.argumentsAsBase64Text'.",
    "'max_tokens': expected at most 4096; see https://docs.example.org/errors#max_tokens",
    "request 3f2b8c1e-98aa-4b6d-9c0e-0a1b2c3d4e5f failed",
    "12345678901234567890 is no time, nor is abcdefghijklmnopqrstuv",
    "a1b2c3d4e5f6g7h8i9j is short",
  ])("U11 keeps what helps the caller: %s", (text) => {
    expect(quote(text)).toBe(text);
  });

  it.each([
    "sk-ant-api03-abcDEF",
    "sk-proj-abc********wxyz",
    "gsk_0123456789abcdef",
    "AIzaSyA1234567890abcdefghijklmnopqrstu",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
    "0123456789abcdef0123456789abcdef",
    "a1b2c3d4e5f6g7h8i9j0",
    "my-project-0123456789abcdef0123456789abcdef-key",
    "x9-call_0a1b2c3d4e5f6a7b8c9d0e1f",
    "ghp_abcdef123",
    "xoxb-abcdef123",
    "wJalrXUtnFEMI1K7MDENG2bPxRfi9CYEXAMPLE3KEY4",
  ])("R6 hides what looks like a key: %s", (key) => {
    expect(quote(`not with ${key}, please`)).toBe("not with [hidden], please");
  });

  it.each([
    ["Bearer abcdefgh", "Bearer [hidden]"],
    ["bearer  abcdefgh", "bearer [hidden]"],
    ["apikey=abcdefgh", "apikey=[hidden]"],
    ['"api_key": "abcdefgh"', '"api_key": "[hidden]"'],
    ["password=hunter2hunter2", "password=[hidden]"],
  ])("R6 hides what follows a word for a credential: %s", (text, shown) => {
    expect(quote(text)).toBe(shown);
  });

  it.each([
    ["https://models.example.com", "at https://models.example.com:8443/v1/chat?a=b failed"],
    ["https://models.example.com", "at models.example.com failed"],
    ["http://ollama:11434", "at ollama:11434 failed"],
    ["http://ollama:11434", "at http://ollama/v1 failed"],
    ["http://[::1]:8000", "at http://[::1]:8000/v1 failed"],
    ["https://models.example.com", "at MODELS.example.COM failed"],
    ["https://models.example.com", "at 10.0.0.12:8000/generate failed"],
    ["https://models.example.com", "at 10.0.0.12/generate failed"],
    ["https://models.example.com", "at 10.0.0.12:8000 failed"],
    ["https://models.example.com", "at 10.0.0.12 failed"],
    ["https://models.example.com", "at http://10.0.0.12:8000/generate failed"],
    ["https://models.example.com", "at https://10.0.0.12 failed"],
  ])("R6 hides the address of %s", (baseUrl, text) => {
    expect(quoteAt(baseUrl)(text)).toBe("at [hidden] failed");
  });

  it("R6 hides the address each time", () => {
    expect(quote("models.example.com and models.example.com:1")).toBe("[hidden] and [hidden]");
  });

  it("takes a host's name for a word where it is one", () => {
    expect(quoteAt("http://ollama:11434")("ollama refused")).toBe("ollama refused");
  });

  it("R6 shows nothing of a text with a configured secret, and nothing for nothing", () => {
    const hexadecimal = Array.from(secret, (one) => one.charCodeAt(0).toString(16)).join("");
    for (const written of [secret, secret.toUpperCase(), hexadecimal, hexadecimal.toUpperCase()]) {
      expect(quote(`no: ${written}`)).toBeUndefined();
    }
    expect(quote(" \n\u0000 ")).toBeUndefined();
  });

  it("U11 puts a text on one line of at most 1,000 characters", () => {
    expect(quote("one\r\n\u202e two\u0000")).toBe("one two");
    expect(quote("one\ntwo\u2028three")).toBe("one two three");
    expect(quote("x y ".repeat(1_000))).toBe(`${"x y ".repeat(250)}…`);
  });

  it("reads the longest text in linear time", () => {
    for (const piece of ["sk-", "a1", "1.", "http://", "token=", "models.example.com/"]) {
      expect(quote(piece.repeat(65_536 / piece.length))?.length).toBeLessThanOrEqual(1_001);
    }
  });
});
