import { boolean, object, type Static } from "../schema.ts";

export const fundsConfirmationResponse = object({ fundsAvailable: boolean() });
export type FundsConfirmationResponse = Static<typeof fundsConfirmationResponse>;
