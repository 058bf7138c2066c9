import { bounds } from "../bounds.ts";
import { object, type Static, string } from "../schema.ts";

/** Where a TPP wants to hear of operational matters. */
export const contactInformationBody = object({
  email: string({
    maxLength: bounds.emailCharactersMax,
    pattern: "^[!-?A-~]+@[!-?A-~]+\\.[!-?A-~]+$",
    description: "a mail address, like psd2@tpp.example",
  }),
});
export type ContactInformationBody = Static<typeof contactInformationBody>;
