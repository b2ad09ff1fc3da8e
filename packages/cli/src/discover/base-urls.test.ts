import { describe, expect, it } from "vitest";
import { listBaseUrls } from "./base-urls.js";
import { DiscoveryError } from "./discovery-error.js";

describe("listBaseUrls", () => {
  it.each([
    ["http://127.0.0.1:11434/v1", ["http://127.0.0.1:11434/v1"]],
    ["http://127.0.0.1:11434/v1/", ["http://127.0.0.1:11434/v1"]],
    ["http://a.test/v1/chat/completions", ["http://a.test/v1"]],
    ["http://a.test/v1/messages/", ["http://a.test/v1"]],
    ["https://a.test/api/v1beta2/models", ["https://a.test/api/v1beta2"]],
    ["http://a.test", ["http://a.test/v1", "http://a.test"]],
    ["http://a.test/openai/", ["http://a.test/openai/v1", "http://a.test/openai"]],
  ])("%s stands for %j", (address, expected) => {
    expect(listBaseUrls(address)).toEqual(expected);
  });

  it.each([
    "127.0.0.1:11434",
    "localhost:11434",
    "ftp://a.test",
    "http://",
    "http://me:secret@a.test/v1",
    "http://a.test/v1?key=secret",
    "http://a.test/v1#secret",
  ])("%s is refused without being repeated", (address) => {
    const refused = () => listBaseUrls(address);
    expect(refused).toThrow(DiscoveryError);
    expect(refused).toThrow(/^The upstream's address must (?!.*secret)/);
  });
});
