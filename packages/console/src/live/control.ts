import { signal } from "@preact/signals";
import { ControlFailed, ControlUnreachable, openControl } from "@varde/protocol/control-client";

const storageKey = "varde.control-token";

/** Takes the token of a link `#control-token=…` out of the address bar. */
const takeTokenFromAddress = (): void => {
  const [, token] = /^#control-token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(null, "", "/");
};
takeTokenFromAddress();

export const token = sessionStorage.getItem(storageKey) ?? undefined;
export const hasToken = token !== undefined;

/** The control API of the sandbox that served this page. */
export const control = openControl(location.origin, token);

/** Stores the token and starts again with it. */
export const useToken = (entered: string): void => {
  sessionStorage.setItem(storageKey, entered);
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

export const isUnreachable = (error: unknown): boolean => error instanceof ControlUnreachable;

/** Describes an error in a sentence; messages of the sandbox begin with a small letter. */
export const describeError = (error: unknown): string => {
  if (isUnreachable(error)) return "The sandbox does not respond.";
  const message = error instanceof Error ? error.message : String(error);
  return message.charAt(0).toUpperCase() + message.slice(1);
};

const noticeMs = 10_000;

/** Shows a notice. One about a success is cleared after a while, unless another has replaced it. */
export const showNotice = (shown: Notice): void => {
  notice.value = shown;
  if (shown.tone === "bad") return;
  setTimeout(() => {
    if (notice.value === shown) notice.value = undefined;
  }, noticeMs);
};

/** Runs a call to the sandbox and shows its failure. Returns undefined if it failed. */
export const attempt = async <T>(work: () => Promise<T>, done?: string): Promise<T | undefined> => {
  try {
    const result = await work();
    notice.value = undefined;
    if (done !== undefined) showNotice({ tone: "good", text: done });
    return result;
  } catch (error) {
    showNotice({ tone: "bad", text: describeError(error) });
    return undefined;
  }
};
