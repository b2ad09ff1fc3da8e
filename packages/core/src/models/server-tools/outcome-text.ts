import type { ServerToolOutcome, WebSearchResult } from "../../conversation/server-tools.js";

/** What the model reads of a call. */
export function toOutcomeText(outcome: ServerToolOutcome): string {
  switch (outcome.type) {
    case "error":
      return `Error: ${outcome.code}.`;
    case "results":
      return outcome.results.length > 0
        ? outcome.results.map(toResultText).join("\n\n")
        : "Nothing was found.";
    case "page": {
      const { title, url, text } = outcome.page;
      return [...(title === undefined ? [] : [title]), url, "", text].join("\n");
    }
  }
}

function toResultText({ title, url, age, text }: WebSearchResult, index: number): string {
  const head = `${index + 1}. ${title}\n${url}`;
  return [head, ...(age === undefined ? [] : [age]), text].join("\n");
}
