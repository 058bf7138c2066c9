import { declareMutants } from "../mutant.ts";

const move = "bank/src/payments/move-payments.ts";

export const mandateMutants = declareMutants([
  [
    "MAN-01",
    move,
    "person_id = coalesce(person_id, ${signing.personId ?? null})",
    "person_id = ${signing.personId ?? null}",
  ],
  ["MAN-01", move, "payment.agreementId ?? signing.agreementId", "signing.agreementId"],
]);
