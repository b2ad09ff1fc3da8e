import { createTranscripts } from "./transcripts.js";

/** A worker that answers any request with what it made of the script. */
export default {
  fetch: async () => Response.json(await createTranscripts(100)),
};
