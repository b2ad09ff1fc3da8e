import { key } from "@diglot/test-support/key";
import { endpoints, type FormatName, formatNames } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";

/** The headers that may hold a key, the one that decides first. */
const order: Readonly<Record<FormatName, readonly [string, string]>> = {
  messages: ["x-api-key", "authorization"],
  "chat-completions": ["authorization", "x-api-key"],
};

const wrong = "sk-wrong-0123456789";
const toHeader = (name: string, secret: string): [string, string] => [
  name,
  name === "authorization" ? `Bearer ${secret}` : secret,
];

describe.each(formatNames)("%s requests with two credentials", (format) => {
  const { path, body } = endpoints[format];
  const [first, second] = order[format];

  async function statusOf(...credentials: readonly (readonly [string, string])[]) {
    const { service } = serviceOf(["x"]);
    const headers = new Headers({ "content-type": "application/json" });
    for (const [name, secret] of credentials) headers.append(...toHeader(name, secret));
    headers.set("anthropic-version", "2023-06-01");
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    return (await service.request(path, request)).status;
  }

  it("are authenticated by the format's own header", async () => {
    expect(await statusOf([first, key], [second, wrong])).toBe(200);
  });

  it("are refused if that one is wrong: the other is not tried", async () => {
    expect(await statusOf([first, wrong], [second, key])).toBe(401);
  });

  it("are refused if one header has both", async () => {
    expect(await statusOf([first, key], [first, key])).toBe(401);
    expect(await statusOf([second, key], [second, wrong])).toBe(401);
  });
});
