import type { Payment } from "./describe-next.ts";

/** Returns why the last SCA failed; undefined if another one waits or has succeeded. */
export const findFailure = (scas: Payment["scas"]): string | undefined =>
  scas.some(({ isOpen }) => isOpen)
    ? undefined
    : scas.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt)).at(-1)?.failure;

interface FailedScaProps extends Pick<Payment, "scas"> {
  readonly isWaiting: boolean;
}

/** Says why nobody has approved what still waits for it. */
export const FailedSca = ({ scas, isWaiting }: FailedScaProps) => {
  const failure = findFailure(scas);
  if (failure === undefined || !isWaiting) return null;
  return <p class="callout bad">The SCA failed: {failure} The TPP can start another one.</p>;
};
