import type { ControlResponse } from "@varde/protocol";
import { useState } from "preact/hooks";
import { attempt, control } from "./live/control.ts";
import { clock, readClock, refreshSoon, worldId, worldNow } from "./live/world.ts";
import { Failure } from "./shown/failure.tsx";
import { formatClock, formatMinute, parseOsloTime } from "./shown/format-clock.ts";
import { useReading } from "./shown/use-reading.ts";

/** Names of what expires by itself. */
export const expiryNames = {
  sca: "SCA",
  consent: "consent",
  payment: "unsigned payment",
} as const;

type Preview = ControlResponse<"previewClock">;

const steps = [
  { label: "Next batch", by: undefined },
  { label: "1 hour", by: "PT1H" },
  { label: "1 day", by: "P1D" },
  { label: "1 week", by: "P7D" },
] as const;

/** Moves the clock: shows the effects first, and what happened afterwards. */
export const AdvanceForm = ({ onClose }: { onClose: () => void }) => {
  const [by, setBy] = useState<string | undefined>(undefined);
  const [isPast, setPast] = useState(false);
  const [report, setReport] = useState<string | undefined>(undefined);
  const world = worldId.value;
  const { value: preview, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/clock/preview", { world, query: by === undefined ? {} : { by } }),
    [world, by, report],
  );
  if (world === undefined) return null;
  const advance = async ({ until, now }: Preview) => {
    const ms = Math.max(1, Date.parse(until) - Date.parse(now));
    const moved = await attempt(() => control.post("/clock/advance", { world, body: { by: ms } }));
    if (moved === undefined) return;
    await readClock();
    refreshSoon();
    setReport(`It is now ${formatClock(Date.parse(moved.now))}. Batches run: ${moved.batches}.`);
  };
  const release = async () => {
    await attempt(() => control.delete("/clock", { world }), "The clock shows the machine's time.");
    await readClock();
    onClose();
  };
  return (
    <>
      <h2 id="clock-title">Move the clock</h2>
      <p class="quiet">It is {formatClock(worldNow())} in this world, in Oslo time.</p>
      {preview?.nextExpiry !== undefined && (
        <p class="quiet">
          Next to expire: {expiryNames[preview.nextExpiry.kind]},{" "}
          {formatMinute(preview.nextExpiry.at)}.
        </p>
      )}
      <fieldset class="actions" aria-label="Advance to">
        {steps.map((step) => (
          <button
            key={step.label}
            type="button"
            aria-pressed={by === step.by}
            onClick={() => {
              setPast(false);
              setBy(step.by);
            }}
          >
            {step.label}
          </button>
        ))}
      </fieldset>
      <label class="field">
        To a date and time in Oslo
        <input
          type="datetime-local"
          onChange={({ currentTarget }) => {
            const ms = parseOsloTime(currentTarget.value) - worldNow();
            setPast(ms <= 0);
            if (ms > 0) setBy(`PT${Math.round(ms / 1_000)}S`);
          }}
        />
      </label>
      {isPast && <p class="callout warn">That time has passed. The clock only moves ahead.</p>}
      <Failure error={error} />
      {preview !== undefined && <Effects preview={preview} />}
      <p role="status">{report}</p>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={preview === undefined || isPast}
          onClick={() => preview && advance(preview)}
        >
          Advance
        </button>
        {(clock.value?.motion === "fixed" || clock.value?.aheadMs !== 0) && (
          <button type="button" onClick={release}>
            Reset to the machine's time
          </button>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
};

const shownMax = 5;

const Effects = ({ preview }: { preview: Preview }) => {
  const { until, batches, payments, expiring, expiringCount } = preview;
  return (
    <section class="effects" aria-label="Effects">
      <h3>Until {formatMinute(until)}</h3>
      <ul>
        <li>
          {batches.length === 0 ? "No batch runs" : `Batches that run: ${batches.length}`}
          {batches.length > 0 && (
            <span class="quiet">
              {" · "}
              {batches
                .slice(0, shownMax)
                .map(({ dueAt }) => formatMinute(dueAt))
                .join(", ")}
              {batches.length > shownMax && " …"}
            </span>
          )}
        </li>
        <li>Signed payments that they take: {payments}</li>
        {expiring.slice(0, shownMax).map(({ kind, id, at }) => (
          <li key={id}>
            Expires: {expiryNames[kind]} <span class="quiet">· {formatMinute(at)}</span>
          </li>
        ))}
        {expiringCount > shownMax && <li>and {expiringCount - shownMax} more that expire</li>}
      </ul>
    </section>
  );
};
