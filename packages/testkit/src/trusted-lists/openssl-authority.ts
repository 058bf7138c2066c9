import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Certificate, isInvalid, readCertificatePem } from "@varde/protocol";
import { portOf } from "../processes/listen-locally.ts";

/** How a certificate differs from a valid seal of a Norwegian TPP. */
export interface SealWish {
  readonly country?: string;
  readonly organizationIdentifier?: string;
  readonly ncaId?: string;
  readonly hasQcCompliance?: boolean;
  /** PSP_AI by default. */
  readonly roles?: readonly (keyof typeof roleOids)[];
  /** An RSA key, as seals need that sign requests; an elliptic curve by default. */
  readonly hasRsaKey?: boolean;
  /** An address to put into the certificate for CRL and OCSP. */
  readonly address?: string;
}

const roleOids = { PSP_PI: "0.4.0.19495.1.2", PSP_AI: "0.4.0.19495.1.3" } as const;

interface Issuer {
  readonly pem: string;
  readonly key: string;
}

/** Certificates, revocation lists and OCSP responses made by OpenSSL, independent of our code. */
export class OpensslAuthority implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "varde-pki-"));
  readonly root: Issuer;
  /** Issues the seals; the root issued it. */
  readonly intermediate: Issuer;

  constructor() {
    writeFileSync(this.path("index.txt"), "");
    writeFileSync(this.path("empty.cnf"), "[req]\ndistinguished_name=dn\n[dn]\n");
    this.root = this.#selfSigned("root", "/C=NO/O=Tillit AS/CN=Root CA");
    this.intermediate = this.#issueAuthority("intermediate", "Issuing CA", this.root);
  }

  readonly path = (name: string): string => join(this.folder, name);

  pem(name: string): string {
    return readFileSync(this.path(`${name}.pem`), "utf8");
  }

  /** Issues a certificate of an authority. */
  #issueAuthority(name: string, commonName: string, issuer: Issuer): Issuer {
    const extensions = [
      "basicConstraints=critical,CA:TRUE,pathlen:0",
      "keyUsage=keyCertSign,cRLSign",
    ];
    return this.#issue(name, `/C=NO/O=Tillit AS/CN=${commonName}`, extensions, issuer);
  }

  issueSeal(name: string, wish: SealWish = {}, issuer: Issuer = this.intermediate): Certificate {
    const { country = "NO", organizationIdentifier = "PSDNO-FSA-123456789" } = wish;
    const subject = `/C=${country}/O=TPP AS/organizationIdentifier=${organizationIdentifier}/CN=${name}`;
    const extensions = [
      "basicConstraints=critical,CA:FALSE",
      "keyUsage=critical,digitalSignature,nonRepudiation",
      "1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:qc",
      ...(wish.address === undefined
        ? []
        : [
            `crlDistributionPoints=URI:${wish.address}`,
            `authorityInfoAccess=OCSP;URI:${wish.address}`,
          ]),
    ];
    const { hasRsaKey = false } = wish;
    this.#issue(name, subject, extensions, issuer, { hasRsaKey, sections: qcSections(wish) });
    return this.read(name);
  }

  /** Issues a certificate that may, or may not, sign OCSP responses for the issuer. */
  issueResponder(name: string, usage: "OCSPSigning" | "clientAuth"): Issuer {
    const extensions = ["keyUsage=digitalSignature", `extendedKeyUsage=${usage}`];
    return this.#issue(name, `/C=NO/O=Tillit AS/CN=${name}`, extensions, this.intermediate);
  }

  read(name: string): Certificate {
    const certificate = readCertificatePem(this.pem(name));
    if (isInvalid(certificate)) throw new Error(certificate.reason);
    return certificate;
  }

  /** Revokes a certificate in the database of the authority, for OCSP and the next CRL. */
  revoke(name: string): void {
    this.#ca("-revoke", this.path(`${name}.pem`));
  }

  /** Makes the revocation list of the intermediate authority. */
  makeCrl(): Buffer {
    this.#ca("-gencrl", "-crldays", "7", "-out", this.path("list.crl"));
    return readFileSync(this.path("list.crl"));
  }

  /** Responds to one OCSP request, as the responder at `openssl ocsp`; for five minutes. */
  async respond(request: Buffer, { pem, key }: Issuer, validMinutes = 5): Promise<Buffer> {
    const id = randomBytes(8).toString("hex");
    const [asked, responded] = [this.path(`${id}.request`), this.path(`${id}.response`)];
    writeFileSync(asked, request);
    const words = ["ocsp", "-index", this.path("index.txt"), "-CA", this.intermediate.pem];
    const signer = ["-rsigner", pem, "-rkey", key, "-nmin", String(validMinutes)];
    const files = ["-reqin", asked, "-respout", responded];
    const child = spawn("openssl", [...words, ...signer, ...files], { stdio: "ignore" });
    await once(child, "exit");
    return readFileSync(responded);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  #selfSigned(name: string, subject: string): Issuer {
    const { key, pem } = this.#newKey(name);
    const extensions = ["basicConstraints=critical,CA:TRUE", "keyUsage=keyCertSign,cRLSign"];
    this.#openssl(
      ...["req", "-x509", "-new", "-key", key, "-subj", subject, "-days", "30", "-out", pem],
      ...["-config", this.path("empty.cnf"), ...extensions.flatMap((each) => ["-addext", each])],
    );
    return { key, pem };
  }

  #issue(
    name: string,
    subject: string,
    extensions: readonly string[],
    issuer: Issuer,
    { sections = "", hasRsaKey = false } = {},
  ): Issuer {
    const { key, pem } = this.#newKey(name, hasRsaKey);
    const request = this.path(`${name}.csr`);
    const config = this.path("empty.cnf");
    this.#openssl("req", "-new", "-key", key, "-subj", subject, "-config", config, "-out", request);
    const file = this.path(`${name}.ext`);
    writeFileSync(file, `${extensions.join("\n")}\n${sections}`);
    const serial = `01${randomBytes(7).toString("hex").toUpperCase()}`;
    this.#openssl(
      ...["x509", "-req", "-in", request, "-CA", issuer.pem, "-CAkey", issuer.key, "-days", "20"],
      ...["-set_serial", `0x${serial}`, "-extfile", file, "-out", pem],
    );
    const line = `V\t401231235959Z\t\t${serial}\tunknown\t${subject}\n`;
    appendFileSync(this.path("index.txt"), line);
    return { key, pem };
  }

  #newKey(name: string, hasRsaKey = false): Issuer {
    const key = this.path(`${name}.key`);
    if (hasRsaKey) this.#openssl("genrsa", "-out", key, "2048");
    else this.#openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", key);
    return { key, pem: this.path(`${name}.pem`) };
  }

  #ca(...words: readonly string[]): void {
    const { pem, key } = this.intermediate;
    const database = this.path("index.txt");
    writeFileSync(this.path("ca.cnf"), `[ca]\ndefault_ca=d\n[d]\ndatabase=${database}\n`);
    const config = ["-config", this.path("ca.cnf"), "-md", "sha256"];
    this.#openssl("ca", ...config, "-cert", pem, "-keyfile", key, ...words);
  }

  #openssl(...words: readonly string[]): void {
    execFileSync("openssl", words, { stdio: "pipe" });
  }
}

/** Builds the sections of the qcStatements extension. */
const qcSections = ({
  ncaId = "NO-FSA",
  hasQcCompliance = true,
  roles = ["PSP_AI"],
}: SealWish): string => `
[qc]
${hasQcCompliance ? "compliance=SEQUENCE:compliance" : ""}
type=SEQUENCE:type
psd2=SEQUENCE:psd2
[compliance]
oid=OID:0.4.0.1862.1.1
[type]
oid=OID:0.4.0.1862.1.6
types=SEQUENCE:types
[types]
oid=OID:0.4.0.1862.1.6.2
[psd2]
oid=OID:0.4.0.19495.2
information=SEQUENCE:information
[information]
roles=SEQUENCE:roles
name=UTF8:Finanstilsynet
id=UTF8:${ncaId}
[roles]
${roles.map((role) => `${role}=SEQUENCE:${role}`).join("\n")}
${roles.map((role) => `[${role}]\noid=OID:${roleOids[role]}\nname=UTF8:${role}`).join("\n")}
`;

/** Serves the OCSP responses of `openssl ocsp` over HTTP. */
export class OcspResponder implements AsyncDisposable {
  readonly #server: Server;
  /** Requests so far. */
  requests = 0;

  private constructor(pki: OpensslAuthority) {
    const signer = pki.issueResponder("responder", "OCSPSigning");
    this.#server = createServer(async (request, response) => {
      this.requests += 1;
      response.end(await pki.respond(await buffer(request), signer));
    });
  }

  static async start(pki: OpensslAuthority): Promise<OcspResponder> {
    const responder = new OcspResponder(pki);
    await new Promise<void>((resolve) => responder.#server.listen(0, "127.0.0.1", resolve));
    return responder;
  }

  get address(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
