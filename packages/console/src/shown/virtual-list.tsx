import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

const overscan = 8;

interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly rowHeight: number;
  readonly label: string;
  readonly children: (row: T) => ComponentChildren;
}

/** Renders only the rows in view. A reader who has scrolled keeps the same rows in view. */
export const VirtualList = <T,>(props: VirtualListProps<T>) => {
  const { rows, keyOf, rowHeight, label, children } = props;
  const box = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return;
    const added = rows.findIndex((row) => keyOf(row) === first.current);
    if (added > 0 && list.scrollTop > 0) list.scrollTop += added * rowHeight;
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
  const from = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const until = Math.ceil((view.top + view.height) / rowHeight) + overscan;
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
