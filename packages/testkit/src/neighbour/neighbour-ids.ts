/** The neighbour's world. `tpp` and `sandbox_world` do not list it, so no job runs for it. */
export const neighbourWorld = "neighbour";

/** How many rows a table has at most: one for each status, and fewer where a key forbids it. */
export const neighbourRows = 12;

/** A valid id that no other row of a database has. */
export const neighbourId = (kind: string, row: number): string => {
  const code = [...kind].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_536, 7);
  const four = code.toString(16).padStart(4, "0");
  return `01900000-0000-7000-8000-${four}${String(row).padStart(8, "0")}`;
};
