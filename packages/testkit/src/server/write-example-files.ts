import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatCertificatePem } from "@varde/protocol";
import { TestAuthority } from "../tpp/test-authority.ts";

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 4 2 0l2 4z"/></svg>';

/** Writes the files that the examples of a configuration name, in `packaging` and in the guide. */
export const writeExampleFiles = (folder: string): void => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "secrets"));
  const authority = new TestAuthority();
  const { certificatePem, privateKeyPem } = authority.issue();
  for (const name of ["core-bank-client", "seal"]) {
    write(`${name}.pem`, certificatePem);
    write(`secrets/${name}.key`, privateKeyPem);
  }
  write("authorities.pem", formatCertificatePem(authority.certificate.der));
  write("secrets/eid.jwk", JSON.stringify({ kty: "EC", kid: "bank", alg: "ES256" }));
  write("register.json", JSON.stringify({ providers: [], blocked: [] }));
  for (const name of ["logo.svg", "logo-dark.svg"]) write(name, logo);
};
