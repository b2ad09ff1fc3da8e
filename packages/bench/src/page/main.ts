// Writes docs/reference/performance.md and its pictures, from results.json, which
// `npm run bench -- --out` writes, and from the counts.
import { writePage } from "./page.ts";

writePage();
