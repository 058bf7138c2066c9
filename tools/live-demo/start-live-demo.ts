import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCoreBank } from "@varde/sandbox/core-bank";
import { clientId, TestProvider } from "@varde/testkit/eid";
import { freshDatabase, startPostgres } from "@varde/testkit/postgres";
import { freePort } from "@varde/testkit/processes";
import type { PemIdentity } from "@varde/testkit/tpp";
import { OcspResponder, OpensslAuthority } from "@varde/testkit/trusted-lists";
import { spawnServer } from "./spawn-server.ts";

/** A bank in production on this machine, with the systems around it. */
export interface LiveDemo extends AsyncDisposable {
  readonly bankUrl: string;
  readonly issuer: string;
  readonly coreBankUrl: string;
  readonly ocspUrl: string;
  readonly databaseUrl: string;
  /** The configuration file of the bank. */
  readonly file: string;
  readonly logFile: string;
  /** The file of the TPP register. */
  readonly register: string;
  readonly tpp: PemIdentity;
  readonly tppIdentifier: string;
  /** The TPP as a folder of the command line. */
  readonly tppFolder: string;
  /** Stops the bank as an operator would, and resolves with its exit code. */
  stopBank(): Promise<number | null>;
}

const organisationNumber = "123456789";
const tppIdentifier = `PSDNO-FSA-${organisationNumber}`;
const roles = ["PSP_PI", "PSP_AI"] as const;

/**
 * Starts PostgreSQL, an OpenID Connect provider, an OCSP responder and a core bank, and a bank of
 * two processes that uses them. The given settings are added to its configuration.
 */
export const startLiveDemo = async (
  settings: Readonly<Record<string, unknown>> = {},
): Promise<LiveDemo> => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-live-demo-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = stack.use(await startPostgres());
  const bankDatabase = await freshDatabase(postgres);
  const coreDatabase = await freshDatabase(postgres);
  const pki = stack.use(new OpensslAuthority());
  const ocsp = stack.use(await OcspResponder.start(pki));
  const port = await freePort();
  const bankUrl = `http://127.0.0.1:${port}`;
  const callbacks = ["/sca-callback", "/consents/callback"].map((path) => bankUrl + path);
  const eid = stack.use(await TestProvider.start(callbacks));
  const core = await startCoreBank({
    location: { engine: "postgres", url: coreDatabase.url },
    host: "127.0.0.1",
    port: 0,
    onFailure: (what, error) => console.error(`core bank: ${what} failed: ${error}`),
  });
  stack.defer(core.close);
  const tpp = issueSeal(pki, "tpp");
  const tppFolder = writeTpp(join(folder, "tpp"), tpp, bankUrl);
  const register = writeRegister(folder);
  writeFileSync(join(folder, "eid.jwk"), JSON.stringify(eid.key), { mode: 0o600 });
  issueSeal(pki, "bank");
  const file = join(folder, "bank.yaml");
  const configuration = {
    ...describeBank(bankUrl, port, folder, pki),
    ...describeSystems({ issuer: eid.issuer, coreBankUrl: core.url, ocspUrl: ocsp.address }, pki),
    ...settings,
  };
  writeFileSync(file, JSON.stringify(configuration, undefined, 2));
  const logFile = join(folder, "bank.log");
  const environment = { ...readTelemetryVariables(), DATABASE_URL: bankDatabase.url };
  const server = stack.use(await spawnServer(file, logFile, environment));
  const opened = stack.move();
  return {
    ...{ bankUrl, file, logFile, register, tpp, tppIdentifier, tppFolder },
    ...{ issuer: eid.issuer, coreBankUrl: core.url, ocspUrl: ocsp.address },
    databaseUrl: bankDatabase.url,
    stopBank: () => server.stop(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/** Returns the variables of OpenTelemetry, so that the demo can send to a collector. */
const readTelemetryVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) =>
      name.startsWith("OTEL_") ? [[name, value]] : [],
    ),
  );

const describeBank = (publicUrl: string, port: number, folder: string, pki: OpensslAuthority) => ({
  bankId: "fjordbanken",
  bankName: "Fjordbanken",
  publicUrl,
  port,
  workers: 2,
  migrate: true,
  databaseUrl: { env: "DATABASE_URL" },
  tppRegister: join(folder, "register.json"),
  responseSigner: { key: { file: pki.path("bank.key") }, certificate: pki.path("bank.pem") },
});

const describeSystems = (
  addresses: Readonly<Record<"issuer" | "coreBankUrl" | "ocspUrl", string>>,
  pki: OpensslAuthority,
) => ({
  certificates: {
    authorities: pki.intermediate.pem,
    statusSources: [{ issuer: "Issuing CA", ocsp: [addresses.ocspUrl] }],
  },
  coreBank: { url: addresses.coreBankUrl },
  sca: {
    oidc: {
      issuer: addresses.issuer,
      clientId,
      key: { file: "eid.jwk" },
      levels: ["low", "substantial", "high"],
      levelMin: "substantial",
      identityClaim: "nin",
      approvalParameter: "claims",
      approvalClaim: "transaction_text",
      idTokenAlgorithm: "ES256",
    },
  },
});

const issueSeal = (pki: OpensslAuthority, name: string): PemIdentity => {
  const wish = { hasRsaKey: true, organizationIdentifier: tppIdentifier, roles };
  pki.issueSeal(name, wish);
  const privateKeyPem = readFileSync(pki.path(`${name}.key`), "utf8");
  return { certificatePem: pki.pem(name), privateKeyPem };
};

/** Writes the TPP as `varde tpp new` does. */
const writeTpp = (path: string, { certificatePem, privateKeyPem }: PemIdentity, bank: string) => {
  mkdirSync(path);
  const record = { name: "TPP AS", organisationNumber, kind: "seal", roles, bank };
  writeFileSync(join(path, "tpp.json"), JSON.stringify(record));
  writeFileSync(join(path, "certificate.pem"), certificatePem);
  writeFileSync(join(path, "key.pem"), privateKeyPem, { mode: 0o600 });
  return path;
};

const writeRegister = (folder: string): string => {
  const path = join(folder, "register.json");
  const activities = roles.map((role) => ({ role, countries: ["NO"] }));
  const providers = [{ identifier: tppIdentifier, name: "TPP AS", activities }];
  writeFileSync(path, JSON.stringify({ providers, blocked: [] }));
  return path;
};
