import { describe, expect, it } from "vitest";
import { Room } from "./room.js";

describe("the room for texts", () => {
  it("is taken by one text after the other, and the last one is cut", () => {
    const room = new Room(10);
    expect([room.take("123456"), room.left]).toEqual(["123456", 4]);
    expect([room.take("7890ab"), room.left]).toEqual(["7890…", 0]);
    expect([room.take("cd"), room.left]).toEqual(["", 0]);
  });

  it("is taken by what a text stands for, not by what is shown of it", () => {
    const room = new Room(10);
    expect([room.takeFor("12345678", "[x]"), room.left]).toEqual(["[x]", 2]);
    expect([room.takeFor("1", "[redacted]"), room.left]).toEqual(["[r…", 1]);
  });

  it("is taken by empty texts, too", () => {
    const room = new Room(2);
    expect([room.take(""), room.take(""), room.left]).toEqual(["", "", 0]);
  });
});
