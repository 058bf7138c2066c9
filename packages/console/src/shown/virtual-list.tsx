import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { findVisibleRows, scrollPastAdded, scrollToRow } from "./visible-rows.ts";

const narrow = matchMedia("(max-width: 47.99rem)");

/** Returns the height of a row in pixels: rows have two lines on a narrow screen. */
const useRowHeight = (): number => {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", look);
    return () => narrow.removeEventListener("change", look);
  }, []);
  return isNarrow ? 60 : 36;
};

interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly label: string;
  /** Key of the opened row, which is scrolled into view when another one is opened. */
  readonly openKey?: string | undefined;
  readonly children: (row: T) => ComponentChildren;
}

/** Renders only the rows in view. A reader who has scrolled keeps the same rows in view. */
export const VirtualList = <T,>(props: VirtualListProps<T>) => {
  const { rows, keyOf, label, openKey, children } = props;
  const rowHeight = useRowHeight();
  const box = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return;
    const wasFirst = (row: T) => keyOf(row) === first.current;
    const top = scrollPastAdded(list.scrollTop, rowHeight, rows, wasFirst);
    if (top !== list.scrollTop) list.scrollTop = top;
    first.current = rows[0] && keyOf(rows[0]);
  }, [rows]);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return;
    const look = () => setView({ top: list.scrollTop, height: list.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(list);
    list.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, []);
  useLayoutEffect(() => {
    const list = box.current;
    const at = rows.findIndex((row) => keyOf(row) === openKey);
    if (list !== null && at >= 0) list.scrollTop = scrollToRow(list, rowHeight, at);
  }, [openKey]);
  const { from, until } = findVisibleRows(view, rowHeight);
  return (
    <ul class="rows" ref={box} aria-label={label}>
      <li class="sizer" aria-hidden="true" style={{ height: `${rows.length * rowHeight}px` }} />
      {rows.slice(from, until).map((row, at) => (
        <li key={keyOf(row)} style={{ transform: `translateY(${(from + at) * rowHeight}px)` }}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
};
