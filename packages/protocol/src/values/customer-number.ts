import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** The number a sandbox customer enters to log in: 8 to 11 digits, often an identity number. */
export type CustomerNumber = Brand<"CustomerNumber">;

export function parseCustomerNumber(text: string): CustomerNumber | Invalid {
  return /^[0-9]{8,11}$/.test(text)
    ? (text as CustomerNumber)
    : new Invalid("is not a customer number; give 8 to 11 digits");
}
