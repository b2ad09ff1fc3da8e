/** A line of JSON that is set out, and the JSON pointer of what begins in it. */
export interface JsonLine {
  readonly text: string;
  readonly pointer: string | undefined;
}

/** Sets out a JSON text, with the place of each member; `undefined` for a text that is not JSON. */
export function toJsonLines(text: string): readonly JsonLine[] | undefined {
  try {
    const lines: JsonLine[] = [];
    write({ value: JSON.parse(text), pointer: "", indent: "", prefix: "", suffix: "" }, lines);
    return lines;
  } catch {
    return undefined;
  }
}

interface Place {
  readonly value: unknown;
  readonly pointer: string;
  readonly indent: string;
  readonly prefix: string;
  readonly suffix: string;
}

function write({ value, pointer, indent, prefix, suffix }: Place, lines: JsonLine[]): void {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const begin = indent + prefix;
  if (entries.length === 0) {
    lines.push({ text: `${begin}${JSON.stringify(value)}${suffix}`, pointer });
    return;
  }
  const isList = Array.isArray(value);
  lines.push({ text: `${begin}${isList ? "[" : "{"}`, pointer });
  entries.forEach(([name, member], index) => {
    write(
      {
        value: member,
        pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        indent: `${indent}  `,
        prefix: isList ? "" : `${JSON.stringify(name)}: `,
        suffix: index < entries.length - 1 ? "," : "",
      },
      lines,
    );
  });
  lines.push({ text: `${indent}${isList ? "]" : "}"}${suffix}`, pointer: undefined });
}
