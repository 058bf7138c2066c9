import { useState } from "preact/hooks";

interface DangerButtonProps {
  /** The text of the button, as in "Delete the customer". */
  readonly words: string;
  readonly label?: string;
  readonly onConfirm: () => unknown;
}

/** A button that deletes something when it is pressed twice; leaving it calls it off. */
export const DangerButton = ({ words, label = words, onConfirm }: DangerButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <button
      type="button"
      class={isAsking ? "danger asking" : "danger"}
      aria-label={isAsking ? `Confirm: ${label}` : label}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(!isAsking);
        if (isAsking) onConfirm();
      }}
    >
      {isAsking ? `Confirm: ${words}` : words}
    </button>
  );
};
