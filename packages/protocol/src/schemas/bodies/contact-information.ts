import { bounds } from "../bounds.ts";
import { object, type Static, string } from "../schema.ts";

/** The address where a TPP receives operational notices. */
export const contactInformationBody = object({
  email: string({
    maxLength: bounds.emailCharactersMax,
    pattern: "^[!-?A-~]+@[!-?A-~][!-,/-?A-~-]*\\.[!-?A-~]+$",
    description: "an email address, like psd2@tpp.example",
  }),
});
export type ContactInformationBody = Static<typeof contactInformationBody>;
