/** How a status is shown: a word, and a tone that a colour repeats. */
export interface ShownStatus {
  readonly word: string;
  readonly tone: "quiet" | "busy" | "good" | "warn" | "bad";
  readonly meaning: string;
}

const paymentStatuses: Readonly<Record<string, ShownStatus>> = {
  RCVD: { word: "Received", tone: "quiet", meaning: "Waits for the PSU's approval." },
  ACTC: { word: "Approved", tone: "busy", meaning: "Waits for its date or the next batch." },
  ACWC: { word: "Approved, changed", tone: "busy", meaning: "Approved; the bank moved its date." },
  PDNG: { word: "Processing", tone: "busy", meaning: "The core bank has it." },
  ACCP: { word: "No funds", tone: "warn", meaning: "The next batches try again." },
  ACSP: { word: "In clearing", tone: "busy", meaning: "Sent to clearing." },
  ACWP: { word: "With correspondent", tone: "busy", meaning: "Not credited yet." },
  ACSC: { word: "Settled", tone: "good", meaning: "The money has moved." },
  RJCT: { word: "Rejected", tone: "bad", meaning: "The money has not moved." },
  CANC: { word: "Cancelled", tone: "quiet", meaning: "Cancelled before it was executed." },
  PART: { word: "Partly accepted", tone: "warn", meaning: "Some of its payments were rejected." },
  open: { word: "Open", tone: "busy", meaning: "Waits for the PSU's approval." },
  signed: { word: "Signed", tone: "good", meaning: "Each payment has its own status." },
  deleted: { word: "Deleted", tone: "quiet", meaning: "Deleted by the TPP." },
};

const unknown: ShownStatus = { word: "Unknown", tone: "quiet", meaning: "" };

/** Describes a status of a payment or a basket. */
export const describeStatus = (status: string): ShownStatus => paymentStatuses[status] ?? unknown;
