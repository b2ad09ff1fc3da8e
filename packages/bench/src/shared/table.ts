/** A table in Markdown. The first column is text, the others are numbers. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignments = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [head, alignments, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
