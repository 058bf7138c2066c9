import type { ControlResponse } from "@varde/protocol";
import { addressOf } from "../live/route.ts";
import { groupDigits } from "../shown/format-number.ts";
import { formatWords } from "../shown/format-words.ts";

export type TimelineEntry = ControlResponse<"readPayment">["timeline"][number];

/** An entry of a timeline as it is shown. */
export interface ShownEntry {
  readonly text: string;
  /** Address of its detail: the request, the requests of the SCA, or the booking. */
  readonly link?: string;
}

const actorNames: Readonly<Record<string, string>> = {
  bank: "the bank",
  "own-channel": "the PSU at the bank",
};

const texts: Readonly<Record<string, string>> = {
  "sca started": "SCA started",
  "sca identified": "PSU identified",
  "sca finalised": "SCA completed",
  "sca failed": "SCA failed",
  "sca timedOut": "SCA timed out",
  "signature signedPartly": "Signed; others must sign too",
  "signature signed": "Signed",
  "signature signedWithChange": "Signed; the bank moved the date",
  "signature signedToBookAtOnce": "Signed, to be booked at once",
  "status takenByBatch": "Taken by a batch",
};

/** Describes an entry in words, with who did it and where its detail is. */
export const describeEntry = (entry: TimelineEntry): ShownEntry => {
  const { kind, name, id } = entry;
  switch (kind) {
    case "request":
      return { text: name, link: addressOf("requests", id) };
    case "sca":
      return { text: findText(entry), link: addressOf("requests", undefined, id) };
    case "booking": {
      const { account = "", amount = "", currency = "" } = entry;
      const text = `${groupDigits(amount)} ${currency} booked on ${account}`;
      return {
        text,
        link: `${addressOf("accounts", account)}?text=${encodeURIComponent(id ?? "")}`,
      };
    }
    default:
      return { text: findText(entry) };
  }
};

const findText = ({ kind, name }: TimelineEntry): string =>
  texts[`${kind} ${name}`] ?? formatWords(name);

/** Names who did something; undefined if nobody is known. */
export const nameActor = ({ actor }: TimelineEntry): string | undefined =>
  actor === undefined ? undefined : (actorNames[actor] ?? actor);
