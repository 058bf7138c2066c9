import { useEffect, useState } from "preact/hooks";
import { describeError, isUnreachable } from "../live/control.ts";

/**
 * Reads a value now and whenever one of the inputs changes. The last value stays until the next one
 * is there, and while the sandbox does not respond.
 */
export const useReading = <T>(
  read: () => Promise<T> | undefined,
  inputs: readonly unknown[],
): { readonly value: T | undefined; readonly error: string | undefined } => {
  const [state, setState] = useState<{ value?: T; error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    read()?.then(
      (value) => isCurrent && setState({ value }),
      (error: unknown) =>
        isCurrent &&
        setState((last) => ({
          ...(isUnreachable(error) && last),
          error: describeError(error),
        })),
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return { value: state.value, error: state.error };
};
