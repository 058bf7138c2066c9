/** Returns rows under headings, in aligned columns; rightColumns are aligned to the right. */
export const formatTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  rightColumns: readonly number[] = [],
): readonly string[] => {
  const widths = headings.map((heading, column) =>
    Math.max(countCharacters(heading), ...rows.map((row) => countCharacters(row[column] ?? ""))),
  );
  const format = (cells: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? "";
        const blanks = " ".repeat(width - countCharacters(cell));
        return rightColumns.includes(column) ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd();
  return [format(headings), ...rows.map(format)];
};

const countCharacters = (text: string): number => [...text.normalize("NFC")].length;
