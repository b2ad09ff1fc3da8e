import { describe, expect, it } from "vitest";
import { Failure } from "../../terminal/failure.js";
import { type Machine, toSpawnable } from "./to-spawnable.js";

const npm = "C:\\Users\\Ada Lovelace\\AppData\\Roaming\\npm";
const files = [
  `${npm}\\claude`,
  `${npm}\\claude.CMD`,
  `${npm}\\agent.CMD`,
  "C:\\tools\\agent.EXE",
  "C:\\100%\\odd.bat",
  ".\\mine.cmd",
];

const windows: Machine = {
  platform: "win32",
  environment: {
    Path: `C:\\tools;${npm};;C:\\100%`,
    PATHEXT: ".COM;.EXE;.BAT;.CMD",
    ComSpec: "C:\\Windows\\system32\\cmd.exe",
  },
  isFile: (path) => files.some((file) => file.toLowerCase() === path.toLowerCase()),
};

/** The line that the shell reads. */
const lineOf = (...call: readonly string[]) => toSpawnable(call, windows).args.at(-1);

describe("toSpawnable", () => {
  it("changes nothing where programs and scripts are started alike", () => {
    const machine: Machine = { ...windows, platform: "linux" };
    expect(toSpawnable(["claude", "-p", 'Say "hi"'], machine)).toEqual({
      file: "claude",
      args: ["-p", 'Say "hi"'],
      isVerbatim: false,
    });
  });

  it("starts a script of npm through the shell", () => {
    expect(toSpawnable(["claude", "--model", "small"], windows)).toEqual({
      file: "C:\\Windows\\system32\\cmd.exe",
      args: ["/d", "/e:on", "/v:off", "/s", "/c", `""${npm}\\claude.CMD" --model small"`],
      isVerbatim: true,
    });
  });

  it("starts a program itself, and the first that is found on the path", () => {
    expect(toSpawnable(["agent", "a b"], windows)).toEqual({
      file: "C:\\tools\\agent.EXE",
      args: ["a b"],
      isVerbatim: false,
    });
  });

  it("takes a name with its ending, and a path", () => {
    expect(lineOf("claude.cmd")).toBe(`""${npm}\\claude.cmd""`);
    expect(lineOf(".\\mine")).toBe('"".\\mine.CMD""');
  });

  it("leaves a command that is not there to be reported by the start", () => {
    const call = toSpawnable(["nothing", "x"], windows);
    expect(call).toEqual({ file: "nothing", args: ["x"], isVerbatim: false });
  });

  it.each([
    ["", '""'],
    ["Make a file", '"Make a file"'],
    ["a & del b | c > d ^ e", '"a & del b | c > d ^ e"'],
    ['say "hi"', '"say ""hi"""'],
    ["C:\\my files\\", '"C:\\my files\\\\"'],
    ['a\\"b', '"a\\\\""b"'],
    ["%PATH%", '"%%cd:~,%PATH%%cd:~,%"'],
    ["src/index.ts", "src/index.ts"],
  ])("passes %j on as %s", (argument, written) => {
    expect(lineOf("claude", argument)).toBe(`""${npm}\\claude.CMD" ${written}"`);
  });

  it("quotes the path of the script", () => {
    expect(lineOf("odd")).toBe('""C:\\100%%cd:~,%\\odd.BAT""');
  });

  it("finds the shell and the endings if no variable names them", () => {
    const environment = { PATH: npm };
    const { file, args } = toSpawnable(["claude"], { ...windows, environment });
    expect([file, args.at(-1)]).toEqual(["cmd.exe", `""${npm}\\claude.CMD""`]);
  });

  it("refuses a line break, at which the shell would stop reading", () => {
    expect(() => lineOf("claude", "-p", "one\ntwo")).toThrow(Failure);
    expect(toSpawnable(["agent", "one\ntwo"], windows).args).toEqual(["one\ntwo"]);
  });
});
