/** Rows under headings, each column as wide as its widest cell; numbers may stand to the right. */
export const formatTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  rightColumns: readonly number[] = [],
): readonly string[] => {
  const widths = headings.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  const format = (cells: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? "";
        const blanks = " ".repeat(width - widthOf(cell));
        return rightColumns.includes(column) ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd();
  return [format(headings), ...rows.map(format)];
};

const widthOf = (text: string): number => [...text.normalize("NFC")].length;
