import { useLayoutEffect } from "preact/hooks";
import { goTo } from "../live/route.ts";

/** Returns the row that is some rows below the opened one; at the ends, the last one. */
export const findNeighbour = (
  ids: readonly string[],
  openId: string | undefined,
  step: number,
): string | undefined =>
  ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(openId ?? "") + step))];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input, textarea, select");

const isInList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(".list") !== null;

/**
 * Opens the row above or below: k and j anywhere on the page, the arrow keys in the list. A key
 * that follows at once must find the row that was just opened, hence the layout effect.
 */
export const useRowKeys = (
  ids: readonly string[],
  openId: string | undefined,
  address: (id: string) => string,
): void =>
  useLayoutEffect(() => {
    const walk = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(target) || document.querySelector("dialog[open]") !== null) return;
      if (key.startsWith("Arrow") && !isInList(target)) return;
      event.preventDefault();
      const next = findNeighbour(ids, openId, step);
      if (next !== undefined) goTo(address(next));
    };
    addEventListener("keydown", walk);
    return () => removeEventListener("keydown", walk);
  });
