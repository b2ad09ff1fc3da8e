import { createTranscripts } from "./transcripts.js";

// For a browser, whose page is printed once it has settled.
createTranscripts(100).then(
  (transcripts) => {
    document.body.textContent = JSON.stringify(transcripts);
  },
  (error: unknown) => {
    document.body.textContent = `failed: ${error}`;
  },
);
