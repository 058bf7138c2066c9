import type { Certificate, ContactInformationBody } from "@varde/protocol";
import type { Call, CallOptions } from "./http/call-operation.ts";

export interface ContactOptions extends CallOptions {
  /** In the form NO-FSA-987654321; the certificate's own unless given. */
  readonly tppId?: string;
}

/**
 * Where the bank reaches the TPP with operational notices.
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
  const parametersOf = (tppId: string | undefined) => {
    if (tppId !== undefined) return { tppId };
    throw new TypeError("The certificate names no TPP, so tppId has to be given");
  };
  return {
    read: async ({ tppId = own, ...options } = {}) =>
      call("readContact", { parameters: parametersOf(tppId) }, options),
    put: async (body, { tppId = own, ...options } = {}) =>
      call("putContact", { parameters: parametersOf(tppId), body }, options),
  };
};
