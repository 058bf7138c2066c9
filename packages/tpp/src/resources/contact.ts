import type { Certificate, ContactInformationBody } from "@varde/protocol";
import {
  type Argument,
  bodyObject,
  checkCalls,
  fields,
  filledText,
  optional,
  takes,
} from "../check-arguments.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import { callFields } from "./call-arguments.ts";

/** The options of the calls about the TPP's contact address. */
export interface ContactOptions extends CallOptions {
  /**
   * The TPP's id, in the form NO-FSA-987654321.
   *
   * @defaultValue from the organizationIdentifier of the certificate
   */
  readonly tppId?: string;
}

/**
 * The address to which the bank sends operational notices.
 *
 * @example
 * await client.contact.put({ email: "psd2@tpp.example" });
 */
export interface Contact {
  /** Returns the address that is registered. */
  read(options?: ContactOptions): Promise<ContactInformationBody>;
  /** Registers an address, or replaces the one that is registered. */
  put(body: ContactInformationBody, options?: ContactOptions): Promise<ContactInformationBody>;
}

export const makeContact = (call: Call, certificate: Certificate): Contact => {
  const own = /^PSD(.+)$/.exec(certificate.organizationIdentifier ?? "")?.[1];
  const contactParameters = (tppId: string | undefined) => {
    if (tppId !== undefined) return { tppId };
    throw new TypeError("The certificate has no TPP id in its organizationIdentifier; set tppId");
  };
  const contact: Contact = {
    read: async ({ tppId = own, ...options } = {}) =>
      call("readContact", { parameters: contactParameters(tppId) }, options),
    put: async (body, { tppId = own, ...options } = {}) =>
      call("putContact", { parameters: contactParameters(tppId), body }, options),
  };
  return checkCalls("contact", contact, {
    read: takes(contactOptions),
    put: takes(["body", bodyObject], contactOptions),
  });
};

const contactOptions: Argument = [
  "options",
  optional(fields({ ...callFields, tppId: optional(filledText) })),
];
