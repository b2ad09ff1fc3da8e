import type { Profiler } from "node:inspector";
import { escapeXml } from "../shared/xml.ts";

/** A function with all that it called, from the same callers. */
interface Frame {
  readonly name: string;
  /** Microseconds in it and in what it called. */
  time: number;
  readonly callees: Map<string, Frame>;
}

const [width, rowHeight, letterWidth] = [1_600, 17, 6.6];

/** Frames narrower than this many pixels are left out. */
const narrowest = 0.4;

/** A profile as a flame graph: an SVG whose callers stand below what they call, as wide as it took. */
export function toFlameGraph(profile: Profiler.Profile): string {
  const root = toTree(profile);
  const rows = depthOf(root);
  const height = (rows + 1) * rowHeight;
  const scale = width / Math.max(root.time, 1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="11">`,
    "<style>rect { stroke: #ffffff; stroke-width: 0.5; } text { pointer-events: none; }</style>",
    ...draw(root, 0, height - rowHeight, scale, root.time),
    "</svg>\n",
  ].join("\n");
}

function toTree({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const own = new Map<number, number>();
  samples.forEach((id, index) => {
    own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Frame = { name: "all", time: 0, callees: new Map() };
  const add = (id: number, caller: Frame): number => {
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === "(idle)") return 0;
    const frame = node === nodes[0] ? root : enter(caller, nameOf(node));
    const called = (node.children ?? []).reduce((sum, child) => sum + add(child, frame), 0);
    const time = called + (own.get(id) ?? 0);
    frame.time += time;
    return time;
  };
  const [first] = nodes;
  if (first) add(first.id, root);
  return root;
}

function enter(caller: Frame, name: string): Frame {
  const known = caller.callees.get(name);
  if (known) return known;
  const frame: Frame = { name, time: 0, callees: new Map() };
  caller.callees.set(name, frame);
  return frame;
}

function nameOf({ callFrame }: Profiler.ProfileNode): string {
  const { functionName, url, lineNumber } = callFrame;
  const file = url.split("/").slice(-2).join("/");
  return `${functionName || "(anonymous)"}${file ? ` ${file}:${lineNumber + 1}` : ""}`;
}

function depthOf({ callees }: Frame): number {
  return 1 + Math.max(0, ...[...callees.values()].map(depthOf));
}

function draw(frame: Frame, x: number, y: number, scale: number, all: number): readonly string[] {
  const wide = frame.time * scale;
  if (wide < narrowest) return [];
  const share = ((100 * frame.time) / Math.max(all, 1)).toFixed(1);
  const title = escapeXml(`${frame.name}: ${(frame.time / 1_000).toFixed(1)} ms, ${share} %`);
  const letters = Math.floor((wide - 4) / letterWidth);
  const label = letters < 3 ? "" : escapeXml(frame.name.slice(0, letters));
  const box = `<rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight}" fill="${colourOf(frame.name)}"/>`;
  const text = label && `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${label}</text>`;
  let left = x;
  const above = [...frame.callees.values()].flatMap((callee) => {
    const drawn = draw(callee, left, y - rowHeight, scale, all);
    left += callee.time * scale;
    return drawn;
  });
  return [`<g><title>${title}</title>${box}${text}</g>`, ...above];
}

/** A warm colour that is the same for the same function. */
function colourOf(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000;
  return `hsl(${10 + (hash % 45)}, 85%, ${62 + (hash % 14)}%)`;
}
