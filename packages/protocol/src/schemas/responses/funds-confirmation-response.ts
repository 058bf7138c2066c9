import { boolean, object, type Static } from "../type.ts";

export const fundsConfirmationResponse = object({ fundsAvailable: boolean() });
export type FundsConfirmationResponse = Static<typeof fundsConfirmationResponse>;
