import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCertificatePem } from "@varde/protocol";
import type { StorageLocation } from "@varde/storage";
import type { PemIdentity } from "../tpp/raw-tpp.ts";
import { TestAuthority, tppName } from "../tpp/test-authority.ts";

const organisationNumber = "987654321";
const identifier = `PSDNO-FSA-${organisationNumber}`;

/** A folder with the configuration of a bank in production and the files that it names. */
export class ServerFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "varde-server-"));
  readonly file = join(this.path, "bank.yaml");
  /** The authority that the bank trusts. */
  readonly authority = new TestAuthority();
  /** A TPP that the bank trusts and that its register lists. */
  readonly tpp: PemIdentity;

  constructor(coreBank: StorageLocation = { engine: "sqlite", memory: true }) {
    this.tpp = this.authority.issue({ subject: tppName("Fjordpay", organisationNumber) });
    mkdirSync(join(this.path, "trust"));
    this.write("trust/authority.pem", formatCertificatePem(this.authority.certificate.der));
    const roles = ["PSP_AI", "PSP_PI"];
    const activities = roles.map((role) => ({ role, countries: ["NO"] }));
    const providers = [{ identifier, name: "Fjordpay", activities }];
    this.write("register.json", JSON.stringify({ providers, blocked: [] }));
    const ports = new URL("sandbox-ports.ts", import.meta.url).href;
    this.write(
      "ports.mjs",
      `import { openSandboxPorts } from "${ports}";\n` +
        `export default () => openSandboxPorts(${JSON.stringify(coreBank)});\n`,
    );
  }

  /**
   * Writes a valid configuration, one setting per line, and returns its path. The given settings
   * are added or replace others.
   */
  configure(settings: Readonly<Record<string, unknown>> = {}): string {
    const whole = {
      bankId: "fjordbanken",
      bankName: "Fjordbanken",
      publicUrl: "https://openbanking.fjordbanken.example",
      port: 0,
      dataFolder: "data",
      logTo: "none",
      module: "ports.mjs",
      tppRegister: "register.json",
      anchors: ["trust/authority.pem"],
      ...settings,
    };
    return this.writeSettings("bank.yaml", whole);
  }

  /** Writes settings in YAML, one per line, and returns the path. */
  writeSettings(name: string, settings: Readonly<Record<string, unknown>>): string {
    const lines = Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    return this.write(name, lines.join(""));
  }

  write(name: string, text: string): string {
    const path = join(this.path, name);
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 4 2 0l2 4z"/></svg>';

/** Writes the files that the examples of a configuration name, in `packaging` and in the guide. */
export const writeExampleFiles = (folder: string): void => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "secrets"));
  // The examples name this authority, and where its certificates are checked for revocation.
  const authority = new TestAuthority("Tillit Issuing CA");
  const { certificatePem, privateKeyPem } = authority.issue();
  for (const name of ["core-bank-client", "seal"]) {
    write(`${name}.pem`, certificatePem);
    write(`secrets/${name}.key`, privateKeyPem);
  }
  write("authorities.pem", formatCertificatePem(authority.certificate.der));
  write("secrets/database-url", "postgres://varde_serve@db/varde\n");
  write("secrets/eid.jwk", JSON.stringify({ kty: "EC", kid: "bank", alg: "ES256" }));
  write("register.json", JSON.stringify({ providers: [], blocked: [] }));
  for (const name of ["logo.svg", "logo-dark.svg"]) write(name, logo);
};
