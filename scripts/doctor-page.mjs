// Writes docs/doctor.md from examinations of three servers; with --print, prints it instead.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serveAimock, serveEcho, serveFake } from "./doctor-page/servers.mjs";

const page = fileURLToPath(new URL("../docs/doctor.md", import.meta.url));
const introduction = new URL("doctor-page/introduction.md", import.meta.url);
const command = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const run = promisify(execFile);

const servers = [
  {
    title: "A Diglot with its echo",
    text: "Echo says back the last turn, calls tools only if it must, and fills schemas. It reads no images and follows no instructions, so most of that is unclear, not a yes.",
    serve: serveEcho,
    options: ["--model", "echo"],
    port: 8787,
  },
  {
    title: "A mock from the registry",
    text: "[`@copilotkit/aimock`](https://www.npmjs.com/package/@copilotkit/aimock) with [three fixtures](../packages/cli/test/aimock.json): a call of `get_weather`, an answer to its result, and a greeting for everything else.",
    serve: serveAimock,
    options: ["--model", "gpt-4"],
    port: 4010,
  },
  {
    title: "A fake that can do everything, in Messages",
    text: "[`@diglot/testing`](testing.md) with a [script](../packages/cli/test/examinee.ts) that does what each question hopes for. The fake refuses what the real service of the format refuses.",
    serve: serveFake,
    options: ["--format", "messages"],
    port: 9000,
  },
];

/** The whole page. Ports are those that the servers usually have, since those of the examination change. */
export async function renderDoctorPage() {
  const sections = [];
  for (const server of servers) sections.push(await toSection(server));
  const parts = [readFileSync(introduction, "utf8").trimEnd(), ...sections];
  return `${parts.join("\n\n")}\n`;
}

async function toSection({ title, text, serve, options, port }) {
  const { url, close } = await serve();
  try {
    const output = await examine(url, options);
    const shown = output.replaceAll(url, `http://127.0.0.1:${port}`).trimEnd();
    return [`## ${title}`, text, `\`\`\`text\n${shown}\n\`\`\``].join("\n\n");
  } finally {
    await close();
  }
}

async function examine(url, options) {
  const env = { ...process.env, NO_COLOR: "1", DIGLOT_UPSTREAM_KEY: "sk-examined-0123" };
  const { stdout } = await run(process.execPath, [command, "doctor", "-u", url, ...options], {
    env,
  });
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await renderDoctorPage();
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(page, text);
}
