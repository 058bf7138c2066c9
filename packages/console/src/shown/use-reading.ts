import { useEffect, useState } from "preact/hooks";

/** Reads a value now and whenever one of the inputs changes. Keeps the last value meanwhile. */
export const useReading = <T>(
  read: () => Promise<T> | undefined,
  inputs: readonly unknown[],
): { readonly value: T | undefined; readonly error: string | undefined } => {
  const [state, setState] = useState<{ value?: T; error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    read()?.then(
      (value) => isCurrent && setState({ value }),
      (error: Error) => isCurrent && setState({ error: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return { value: state.value, error: state.error };
};
