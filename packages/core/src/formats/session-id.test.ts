import { describe, expect, it } from "vitest";
import { readSessionHeader, sessionOfUserId, sessionPlaces, toSessionId } from "./session-id.js";

const session = "54c1eb09-bc4c-4d2f-98eb-6d2ab2d5e2fe";
const headers = sessionPlaces.flatMap(({ header }) => header ?? []);

describe("readSessionHeader", () => {
  it.each(headers)("finds a session in %s", (name) => {
    expect(readSessionHeader(new Headers({ accept: "*/*", [name]: session }))).toBe(session);
  });

  it("prefers the header of one tool to those that several share, in whatever order they come", () => {
    const all = headers.map((name, index): [string, string] => [name, `s-${index}`]);
    expect(readSessionHeader(new Headers(all))).toBe("s-0");
    expect(readSessionHeader(new Headers([...all].reverse().slice(0, -1)))).toBe("s-1");
  });

  it("finds nothing in other headers", () => {
    expect(readSessionHeader(new Headers({ "x-parent-session-id": session }))).toBeUndefined();
    expect(readSessionHeader(new Headers())).toBeUndefined();
  });

  it("takes no header that was sent twice", () => {
    const twice = new Headers([
      ["session-id", "a"],
      ["session-id", "b"],
    ]);
    expect(readSessionHeader(twice)).toBeUndefined();
  });
});

describe("toSessionId", () => {
  it.each(["a", session, "ses_f84c6ba38ffe", "a:b/c?d=e", "x".repeat(255)])("takes %s", (id) => {
    expect(toSessionId(id)).toBe(id);
  });

  it.each([
    ["nothing", undefined],
    ["a number", 5],
    ["an empty text", ""],
    ["more than 255 characters", "x".repeat(256)],
    ["a space", "a b"],
    ["a control character", "a\u001b[2J"],
    ["a line break", "a\n"],
    ["a NUL", "a\u0000"],
    ["a character that turns the text around", "a\u202eb"],
  ])("leaves out %s", (_what, id) => {
    expect(toSessionId(id)).toBeUndefined();
  });
});

describe("sessionOfUserId", () => {
  it("finds the session in both forms of Claude Code", () => {
    const hash = "57a121ec".repeat(8);
    expect(sessionOfUserId(`user_${hash}_account__session_${session}`)).toBe(session);
    const ids = { device_id: hash, account_uuid: "", session_id: session };
    expect(sessionOfUserId(JSON.stringify(ids))).toBe(session);
  });

  it.each([
    "ada",
    "user_session_ada",
    "{",
    "{}",
    '{"session_id":5}',
    '{"session_id":"a\\u0000"}',
    `{"session_id":"a","more":"${"x".repeat(2_000)}"}`,
    `_session_${session}x`,
  ])("finds none in %s", (userId) => {
    expect(sessionOfUserId(userId)).toBeUndefined();
  });
});
