import { useEffect, useState } from "preact/hooks";

const narrow = matchMedia("(max-width: 47.99rem)");

/** Returns the height of a row in pixels: rows have two lines on a narrow screen. */
export const useRowHeight = (): number => {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", look);
    return () => narrow.removeEventListener("change", look);
  }, []);
  return isNarrow ? 60 : 36;
};
