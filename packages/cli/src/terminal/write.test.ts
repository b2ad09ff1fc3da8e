import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";
import { describe, expect, it } from "vitest";
import { overwriteLine, write, writeData } from "./write.js";

/** What a stream gets, a terminal or not. */
function collect(isTTY = true) {
  let text = "";
  const add = (part: string, done?: () => void) => {
    text += part;
    done?.();
    return true;
  };
  return { stream: { isTTY, write: add } as unknown as NodeJS.WriteStream, text: () => text };
}

const hostile = "\u001b]0;owned\u0007\u009b2Jb\u202ec\u2028d\u007fe\rf\tg";
const harmless = "�]0;owned��2Jb�c�d�e�f�g";

describe("write", () => {
  it("leaves line breaks and our own styles, and nothing else that a terminal obeys", () => {
    const { stream, text } = collect();
    const red = styleText("red", "no", { validateStream: false });
    write(stream, `${red}\n  ${hostile}\u001b[7m\n`);
    expect(text()).toBe(`${red}\n  ${harmless}�[7m\n`);
  });
});

describe("overwriteLine", () => {
  it("erases the line, and shows the text without what a terminal obeys", () => {
    const { stream, text } = collect();
    overwriteLine(stream, hostile);
    expect(text()).toBe(`\r\u001b[2K${harmless}`);
  });
});

describe("writeData", () => {
  it("leaves data as they are for a program", async () => {
    const { stream, text } = collect(false);
    await writeData(stream, `a,"${hostile}"\n`);
    expect(text()).toBe(`a,"${hostile}"\n`);
  });

  it("takes out what a terminal would obey if one shows them", async () => {
    const { stream, text } = collect(true);
    await writeData(stream, `a,"${hostile}"\n`);
    expect(text()).toBe(`a,"${harmless}"\n`);
  });
});

describe("the files of the command", () => {
  const source = fileURLToPath(new URL("..", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const writes = /\b(?:stdout|stderr|stream|output)\s*\.write\(|^(?!.*\*).*\bconsole\.\w+\(/m;

  it("write through this one alone, apart from lines of JSON", () => {
    const found = files.filter((file) => writes.test(readFileSync(join(source, file), "utf8")));
    expect(found.sort()).toEqual(["log/json-log.ts", "terminal/write.ts"]);
  });
});
