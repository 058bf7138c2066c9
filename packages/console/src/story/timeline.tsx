import { clock } from "../live/world.ts";
import { formatMoment } from "../shown/format-clock.ts";
import { HttpStatus, StatusBadge } from "../shown/status.tsx";
import { describeEntry, nameActor, type TimelineEntry } from "./describe-entry.ts";

/** Everything that happened to a payment, basket or consent, oldest first. */
export const Timeline = ({ timeline }: { timeline: readonly TimelineEntry[] }) => {
  const isMoved = clock.value !== undefined && isAhead(clock.value);
  return (
    <section aria-labelledby="timeline-title">
      <h3 id="timeline-title">Timeline</h3>
      {isMoved && timeline.some(({ kind }) => kind === "request") && (
        <p class="quiet">The clock was moved. Requests have the time at which they really came.</p>
      )}
      <ol class="timeline">
        {timeline.map((entry, index) => (
          <li key={index} class={entry.kind}>
            <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const aheadMsMin = 60_000;

const isAhead = ({ now, readAt }: NonNullable<typeof clock.value>): boolean =>
  Math.abs(Date.parse(now) - readAt) > aheadMsMin;

const Entry = ({ entry }: { entry: TimelineEntry }) => {
  const { text, link } = describeEntry(entry);
  const actor = nameActor(entry);
  return (
    <span>
      {entry.httpStatus !== undefined && <HttpStatus status={entry.httpStatus} />}{" "}
      {link === undefined ? text : <a href={link}>{text}</a>}{" "}
      {actor !== undefined && <span class="quiet">by {actor}</span>}{" "}
      {entry.status !== undefined && <StatusBadge status={entry.status} />}
      {entry.detail !== undefined && <p class="quiet">{entry.detail}</p>}
    </span>
  );
};
