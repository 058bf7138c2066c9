import { describeStatus } from "./describe-status.ts";

/** Shows the status of a payment or a basket: a word, and the code if it has one. */
export const StatusBadge = ({ status }: { status: string }) => {
  const { word, tone } = describeStatus(status);
  return (
    <span class={`badge ${tone}`}>
      {word}
      {status === status.toUpperCase() && <code>{status}</code>}
    </span>
  );
};

/** Shows an HTTP status; the digit is its meaning, the colour only repeats it. */
export const HttpStatus = ({ status }: { status: number }) => {
  if (status === 0) return <span class="badge bad">dropped</span>;
  if (status >= 500) return <span class="badge bad">{status}</span>;
  return <span class={`badge ${status >= 400 ? "warn" : "good"}`}>{status}</span>;
};
