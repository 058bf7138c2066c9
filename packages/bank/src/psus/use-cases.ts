import type { UseCases } from "../http/use-case.ts";
import { listAgreements } from "./list-agreements.ts";
import { readUser } from "./read-user.ts";

/** The operations about the PSU, by their names in the operations table. */
export const psuUseCases: UseCases = {
  readUser,
  readUsers: readUser,
  listAgreements,
};
