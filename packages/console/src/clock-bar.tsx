import { useEffect, useRef, useState } from "preact/hooks";
import { AdvanceForm, expiryNames } from "./advance-form.tsx";
import { clock, nextBatchAt, nextExpiry, worldNow } from "./live/world.ts";
import { formatClock, formatDistance, formatMinute } from "./shown/format-clock.ts";

const movedMs = 60_000;

/** The world's clock and its next batch; opens the form that moves the clock. */
export const ClockBar = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const now = useTicking();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const state = clock.value;
  if (state === undefined) return null;
  const ahead = Date.parse(state.now) - state.readAt;
  return (
    <div class="clock">
      <button type="button" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <span class="hidden">Clock: </span>
        <Time words={formatClock(now)} />
        {state.motion === "fixed" && <span class="badge warn">stopped</span>}
        {state.motion === "running" && Math.abs(ahead) > movedMs && (
          <span class="badge warn">
            {formatDistance(ahead)} {ahead > 0 ? "ahead" : "behind"}
          </span>
        )}
        {nextBatchAt.value !== undefined && (
          <span class="next quiet">
            next batch {formatMinute(nextBatchAt.value)}
            {nextExpiry.value !== undefined && (
              <>
                {" "}
                · {expiryNames[nextExpiry.value.kind]} expires {formatMinute(nextExpiry.value.at)}
              </>
            )}
          </span>
        )}
      </button>
      {isOpen && (
        <dialog
          ref={dialog}
          class="sheet"
          aria-labelledby="clock-title"
          onClose={() => setOpen(false)}
        >
          <AdvanceForm onClose={() => dialog.current?.close()} />
        </dialog>
      )}
    </div>
  );
};

/** The time; a narrow screen leaves out the day of the week and the year. */
const Time = ({ words }: { words: string }) => {
  const [weekday, day, month, year, time] = words.replace(",", "").split(" ");
  return (
    <span class="time">
      <span class="optional">{weekday} </span>
      {day} {month}
      <span class="optional"> {year}</span>, {time}
    </span>
  );
};

/** Returns the world's time and renders again each second. */
const useTicking = (): number => {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return worldNow();
};
