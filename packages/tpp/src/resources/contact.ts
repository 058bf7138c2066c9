import type { Certificate, ContactInformationBody } from "@varde/protocol";
import type { Call, CallOptions } from "../http/call-operation.ts";

export interface ContactOptions extends CallOptions {
  /** In the form NO-FSA-987654321; read from the certificate by default. */
  readonly tppId?: string;
}

/**
 * The address to which the bank sends operational notices.
 *
 * @example
 * await client.contact.put({ email: "psd2@tpp.example" });
 */
export interface Contact {
  read(options?: ContactOptions): Promise<ContactInformationBody>;
  put(body: ContactInformationBody, options?: ContactOptions): Promise<ContactInformationBody>;
}

export const makeContact = (call: Call, certificate: Certificate): Contact => {
  const own = /^PSD(.+)$/.exec(certificate.organizationIdentifier ?? "")?.[1];
  const contactParameters = (tppId: string | undefined) => {
    if (tppId !== undefined) return { tppId };
    throw new TypeError("The certificate has no TPP id in its organizationIdentifier; set tppId");
  };
  return {
    read: async ({ tppId = own, ...options } = {}) =>
      call("readContact", { parameters: contactParameters(tppId) }, options),
    put: async (body, { tppId = own, ...options } = {}) =>
      call("putContact", { parameters: contactParameters(tppId), body }, options),
  };
};
