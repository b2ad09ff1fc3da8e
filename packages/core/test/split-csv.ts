/**
 * The cells of a CSV text as a lenient reader with any separators finds them: a quote opens a quoted
 * part only at the beginning of a cell, what follows the closing quote belongs to the cell, too, and
 * every line break outside of quotes ends a row. `heedsQuotes: false`: quotes are characters like others.
 */
export function splitCsv(text: string, separators: string, { heedsQuotes = true } = {}): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isEmpty = true;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (heedsQuotes && character === '"' && (isQuoted || isEmpty)) {
      const isDoubled = isQuoted && text[index + 1] === '"';
      if (isDoubled) cell += text.charAt(++index);
      else isQuoted = !isQuoted;
      isEmpty = false;
    } else if (!isQuoted && `${separators}\r\n`.includes(character)) {
      cells.push(cell);
      cell = "";
      isEmpty = true;
    } else {
      cell += character;
      isEmpty = false;
    }
  }
  return [...cells, cell];
}

/** The text that a cell stands for: without the quotation marks that keep it from being a formula. */
export function withoutGuards(cell: string): string {
  return cell.replace(/(?<=^|[;|\t\r\n])'/g, "");
}
