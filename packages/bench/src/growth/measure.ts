import { type CurveName, growthPoints } from "../inproc/growth.ts";
import { startWorker } from "../inproc/measure.ts";
import type { Cost } from "../inproc/worker.ts";
import { type Curve, type Measured, summarise } from "../shared/result.ts";
import type { Run } from "../shared/run.ts";

/** Milliseconds of CPU for one point in one round. */
const length = 80;
/** More rounds than these say no more. */
const most = 5;

const axes: Readonly<Record<CurveName, Pick<Curve, "title" | "x" | "y">>> = {
  deltas: {
    title: "A longer stream: CPU for each of its deltas",
    x: "deltas of the stream",
    y: "times JSON.parse of a delta",
  },
  streams: {
    title: "More streams at once: CPU for each delta of 20",
    x: "streams at once",
    y: "times JSON.parse of a delta",
  },
  history: {
    title: "A longer history: CPU for a request",
    x: "messages of the request",
    y: "times JSON.parse of its body",
  },
  tools: {
    title: "More tools: CPU for a request",
    x: "tools of the request",
    y: "times JSON.parse of its body",
  },
};

/** How costs grow with deltas, streams, history and tools. */
export async function measureGrowth(run: Run): Promise<readonly Curve[]> {
  const [root = ""] = run.builds;
  const worker = startWorker(root);
  try {
    await worker.ask("prepare", "growth");
    const ratios = growthPoints.map((): number[] => []);
    for (let round = -1; round < Math.min(run.rounds, most); round++) {
      for (const [index, { curve, series, x }] of growthPoints.entries()) {
        run.progress(`growth with ${curve}, round ${round + 1}: ${series}, ${x}`);
        const { own, bare } = await worker.ask<Cost>("measure", { index, milliseconds: length });
        if (round >= 0) ratios[index]?.push(own / bare);
      }
    }
    return toCurves(ratios);
  } finally {
    await worker.stop();
  }
}

function toCurves(ratios: readonly (readonly number[])[]): readonly Curve[] {
  const measured = growthPoints.map((point, index) => ({
    ...point,
    y: summarise(ratios[index] ?? []),
  }));
  return (Object.keys(axes) as CurveName[]).map((id) => {
    const points = measured.filter(({ curve }) => curve === id);
    const names = [...new Set(points.map(({ series }) => series))];
    const series = names.map((name) => ({
      name,
      points: points
        .filter((point) => point.series === name)
        .map(({ x, y }): readonly [number, Measured] => [x, y]),
    }));
    return { id, ...axes[id], series };
  });
}
