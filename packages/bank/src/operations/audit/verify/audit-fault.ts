/** Something in the audit that was changed after it was written. */
export interface AuditFault {
  /** Where it is, like "chain 3, entry 17". */
  readonly place: string;
  /** The fault, as a sentence. */
  readonly text: string;
}

export type ReportFault = (fault: AuditFault) => void;

/** Returns the place of an entry; with its time, if that is known. */
export const entryPlace = (chainId: number, number: number, at?: number): string =>
  `chain ${chainId}, entry ${number}${formatTime(at)}`;

/** Returns the place of a seal; with its time, if that is known. */
export const sealPlace = (number: number, at?: number): string => `seal ${number}${formatTime(at)}`;

const formatTime = (at: number | undefined): string =>
  at === undefined ? "" : ` (${new Date(at).toISOString()})`;
