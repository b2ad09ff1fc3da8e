import { bundles, measureBundle } from "../../../../scripts/size/measure.mjs";
import { type Row, summarise } from "../shared/result.ts";
import type { Run } from "../shared/run.ts";

/** What each public package adds to a bundle, gzipped, beside its limit. */
export async function measureSizes({ builds }: Run): Promise<readonly Row[]> {
  return Promise.all(
    bundles.map(async (bundle): Promise<Row> => {
      const sizes = builds.map(async (root) => (await measureBundle(bundle, root)).gzipped);
      const [own = Number.NaN, before] = await Promise.all(sizes);
      const toLimit = (size: number) => summarise([size / bundle.limit]);
      return {
        section: "sizes, gzipped",
        title: bundle.name,
        unit: "kB",
        own: summarise([own / 1_000]),
        reference: "its limit",
        ratio: toLimit(own),
        before: before === undefined ? undefined : toLimit(before),
      };
    }),
  );
}
