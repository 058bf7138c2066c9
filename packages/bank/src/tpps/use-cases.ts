import type { UseCases } from "../http/use-case.ts";
import { putContact, readContact } from "./contact-information.ts";

/** The operations of the dialogue with TPPs, by their names in the operations table. */
export const tppUseCases: UseCases = { putContact, readContact };
