import type { CreditMinor, DebitMinor, Minor } from "@varde/protocol/money";
import { bigInteger, type Column } from "@varde/storage";

/** Columns of amounts, which take no amount that was not bounded before. */
export const minor = bigInteger as Column<Minor>;
export const debitMinor = bigInteger as Column<DebitMinor>;
export const creditMinor = bigInteger as Column<CreditMinor>;
