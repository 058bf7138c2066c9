import { fragment } from "@varde/storage";

/**
 * A sum of 64-bit amounts that cannot overflow, because their upper and lower 32 bits are added
 * apart. In the middle of a plain sum SQLite fails with "integer overflow", even if it ends at 0.
 */
export interface WideSum {
  readonly high: bigint;
  readonly low: bigint;
}

/** Sums the column amount_minor as the columns of a `WideSum`. */
export const wideSum = fragment`cast(sum(amount_minor >> 32) as bigint) as high,
  cast(sum(amount_minor & 4294967295) as bigint) as low`;

/**
 * Selects the subjects whose amounts do not add up to zero, each unit apart, from a common table
 * expression `amounts` with the columns subject, unit and amount_minor.
 */
export const nonZeroSums = fragment`select subject, high, low
  from (select subject, ${wideSum} from amounts group by subject, unit) as sums
  where (low & 4294967295) <> 0 or high + (low >> 32) <> 0`;

export const readWideSum = ({ high, low }: WideSum): bigint => (high << 32n) + low;
