import type { UseCases } from "../http/use-case.ts";
import { confirmFunds } from "./confirm-funds.ts";

/** The operations about funds, by their names in the operations table. */
export const fundsUseCases: UseCases = { confirmFunds };
