import { createTranscripts } from "./transcripts.js";

// For Node, Bun and Deno.
console.log(JSON.stringify(await createTranscripts(100)));
