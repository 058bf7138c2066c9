import { signal } from "@preact/signals";
import { ControlFailed, openControl } from "@varde/protocol/control-client";

const storageKey = "varde.control-token";

/** Takes the token of a link `#control-token=…` out of the address bar. */
const takeTokenFromAddress = (): void => {
  const [, token] = /^#control-token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(null, "", "/");
};
takeTokenFromAddress();

/** The control API of the sandbox that served this page. */
export const control = openControl(
  location.origin,
  sessionStorage.getItem(storageKey) ?? undefined,
);

/** Stores the token and starts again with it. */
export const useToken = (token: string): void => {
  sessionStorage.setItem(storageKey, token);
  location.reload();
};

/** A message at the edge of the screen: what was done, or why it failed. */
export interface Notice {
  readonly tone: "good" | "bad";
  readonly text: string;
}
export const notice = signal<Notice | undefined>(undefined);

export const isRefused = (error: unknown): boolean =>
  error instanceof ControlFailed && error.status === 403;

const noticeMs = 10_000;

/** Clears a notice after a while, unless another one has replaced it. */
const clearLater = (shown: Notice | undefined): void => {
  setTimeout(() => {
    if (notice.value === shown) notice.value = undefined;
  }, noticeMs);
};

/** Runs a call to the sandbox and shows its failure. Returns undefined if it failed. */
export const attempt = async <T>(work: () => Promise<T>, done?: string): Promise<T | undefined> => {
  try {
    const result = await work();
    notice.value = done === undefined ? undefined : { tone: "good", text: done };
    clearLater(notice.value);
    return result;
  } catch (error) {
    notice.value = { tone: "bad", text: error instanceof Error ? error.message : String(error) };
    return undefined;
  }
};
