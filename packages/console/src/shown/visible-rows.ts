/** The part of a list that is in view, in pixels. */
export interface View {
  readonly top: number;
  readonly height: number;
}

/** Rows that are rendered above and below those in view. */
const overscan = 8;

/** Returns which rows to render: from the first one until before the last one. */
export const findVisibleRows = ({ top, height }: View, rowHeight: number) => ({
  from: Math.max(0, Math.floor(top / rowHeight) - overscan),
  until: Math.ceil((top + height) / rowHeight) + overscan,
});

/**
 * Returns where to scroll when rows were added above the row that was first, so that the same rows
 * stay in view. A reader at the top sees the new ones.
 */
export const scrollPastAdded = <T>(
  top: number,
  rowHeight: number,
  rows: readonly T[],
  wasFirst: (row: T) => boolean,
): number => (top > 0 ? top + Math.max(0, rows.findIndex(wasFirst)) * rowHeight : top);

/** Returns where to scroll so that a row is in view; a row that is in view stays where it is. */
export const scrollToRow = (
  list: { readonly scrollTop: number; readonly clientHeight: number },
  rowHeight: number,
  at: number,
): number => {
  const top = at * rowHeight;
  const highest = top + rowHeight - list.clientHeight;
  return Math.max(highest, Math.min(top, list.scrollTop));
};
