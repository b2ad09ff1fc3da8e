import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ownRoot } from "../shared/project.ts";
import { type Row, summarise } from "../shared/result.ts";
import type { Run } from "../shared/run.ts";

/** Milliseconds that a fresh process has needed, by what it did. */
type Times = Readonly<Record<string, number>>;

/** Programs, and the checkout in which each of them looks for its packages. */
interface Program {
  readonly root: string;
  readonly name: string;
}

const clients = ["@anthropic-ai/sdk", "openai"];
const section = "cold start, a fresh process";
/** A process takes a few hundred milliseconds; many rounds are cheap. */
const repeated = 2;

/** How soon a fresh process can work, beside the import of an official client. */
export async function measureStart(run: Run): Promise<readonly Row[]> {
  const programs = [
    ...run.builds.map((root) => ({ root, name: "core" })),
    ...run.builds.map((root) => ({ root, name: "testing" })),
    ...clients.map((name) => ({ root: ownRoot, name })),
  ];
  const times = programs.map((): Times[] => []);
  for (let round = 0; round < repeated * run.rounds; round++) {
    run.progress(`cold start, round ${round + 1}`);
    for (const [index, program] of programs.entries()) times[index]?.push(measureOnce(program));
  }
  const client = times.slice(-clients.length).map((runs) => valuesOf(runs, "import"));
  const quicker = client[0]?.map((one, round) => Math.min(one, client[1]?.[round] ?? one)) ?? [];
  const builds = run.builds.length;
  const rowOf = (title: string, program: number, name: string): Row => {
    const own = valuesOf(times[program * builds] ?? [], name);
    const ratios = (values: readonly number[]) =>
      summarise(values.map((value, round) => value / (quicker[round] ?? Number.NaN)));
    const before = valuesOf(times[program * builds + 1] ?? [], name);
    const reference = "import of an official client";
    const compared = builds > 1 ? ratios(before) : undefined;
    return {
      section,
      title,
      unit: "ms",
      own: summarise(own),
      reference,
      ratio: ratios(own),
      before: compared,
    };
  };
  return [
    rowOf("import of @diglot/core", 0, "import"),
    rowOf("first answer of @diglot/core after that", 0, "first"),
    rowOf("import of @diglot/testing", 1, "import"),
    rowOf("first answer of @diglot/testing after that", 1, "first"),
  ];
}

function valuesOf(runs: readonly Times[], name: string): readonly number[] {
  return runs.map((times) => times[name] ?? Number.NaN);
}

function measureOnce({ root, name }: Program): Times {
  const program = join(import.meta.dirname, "program.ts");
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, root, name], {
    encoding: "utf8",
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
