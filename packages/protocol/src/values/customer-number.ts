import { type Parsed, parsed, unparsable } from "../parsed.ts";
import type { Brand } from "./brand.ts";

/** The number a sandbox customer enters to log in: 8 to 11 digits, often an identity number. */
export type CustomerNumber = Brand<"CustomerNumber">;

export function parseCustomerNumber(text: string): Parsed<CustomerNumber> {
  return /^[0-9]{8,11}$/.test(text)
    ? parsed(text as CustomerNumber)
    : unparsable("is not a customer number; give 8 to 11 digits");
}
