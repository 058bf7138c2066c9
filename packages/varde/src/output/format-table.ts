/** How a table is aligned, and how wide it may be. */
interface TableLayout {
  /** Columns that are aligned to the right, like amounts. */
  readonly right?: readonly number[];
  /** The width of the terminal; without it, lines may have any length. */
  readonly widthMax?: number | undefined;
}

/** A column is not made narrower than this. */
const cellWidthMin = 8;

/**
 * Returns rows under headings, in aligned columns. If they do not fit the terminal, texts continue
 * on the next line; ids, in the first column, and amounts, to the right, stay on one line.
 */
export const formatTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { right = [], widthMax = Number.POSITIVE_INFINITY }: TableLayout = {},
): readonly string[] => {
  const natural = headings.map((heading, column) =>
    Math.max(countCharacters(heading), ...rows.map((row) => countCharacters(row[column] ?? ""))),
  );
  const canShrink = natural.map((_, column) => column > 0 && !right.includes(column));
  const widths = fitWidths(natural, canShrink, widthMax);
  const formatLine = (cells: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? "";
        const blanks = " ".repeat(width - countCharacters(cell));
        return right.includes(column) ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd();
  return [headings, ...rows].flatMap((cells) => {
    const wrapped = widths.map((width, column) => wrapText(cells[column] ?? "", width));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) =>
      formatLine(wrapped.map((lines) => lines[at] ?? "")),
    );
  });
};

/** Takes characters from the widest column that may shrink until the line fits, or none may. */
const fitWidths = (
  natural: readonly number[],
  canShrink: readonly boolean[],
  widthMax: number,
): readonly number[] => {
  const widths = [...natural];
  const gaps = 2 * (widths.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, gaps) - widthMax;
  while (excess > 0) {
    const shrinkable = widths.map((width, column) => (canShrink[column] ? width : 0));
    const widest = Math.max(...shrinkable);
    if (widest <= cellWidthMin) break;
    const column = shrinkable.indexOf(widest);
    widths[column] = widest - 1;
    excess -= 1;
  }
  return widths;
};

/** Breaks a text at the last space that fits, or inside a word that does not fit. */
const wrapText = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let rest = [...text.normalize("NFC")];
  while (countCharacters(rest.join("")) > width) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, rest.join("")];
};

/** From here on, characters mark where a style begins or ends (`terminal.ts`). */
const firstMark = 0xf_0000;

const countCharacters = (text: string): number =>
  [...text.normalize("NFC")].filter((one) => (one.codePointAt(0) ?? 0) < firstMark).length;
