import { useEffect, useState } from "preact/hooks";

/** Counts up while the page is visible. */
export const useTicks = (everyMs: number): number => {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTick((now) => now + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return tick;
};
