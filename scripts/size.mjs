// Prints what each public package costs: in a bundle, minified and gzipped, and as npm installs it,
// packed and unpacked. Fails above a limit.
import { bundles, measureBundle, measurePack, packs } from "./size/measure.mjs";

for (const bundle of bundles) {
  const { name, limit } = bundle;
  const { minified, gzipped } = await measureBundle(bundle);
  const verdict = judge(gzipped <= limit);
  console.log(`${name}: ${minified} bytes minified, ${gzipped} gzipped of ${limit}: ${verdict}`);
}

for (const pack of packs) {
  const { folder, packed, unpacked } = pack;
  const { size, unpackedSize } = measurePack(pack);
  const verdict = judge(size <= packed && unpackedSize <= unpacked);
  const sizes = `${size} of ${packed} packed, ${unpackedSize} of ${unpacked} unpacked`;
  console.log(`${folder}: ${sizes}: ${verdict}`);
}

function judge(within) {
  if (!within) process.exitCode = 1;
  return within ? "ok" : "TOO LARGE";
}
