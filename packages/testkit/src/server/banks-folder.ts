import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ServerFolder } from "./server-folder.ts";

type Settings = Readonly<Record<string, unknown>>;

/** An eID provider that nobody asks, for banks whose PSUs do not log in. */
const oidc = {
  issuer: "https://eid.example",
  levels: ["substantial", "high"],
  levelMin: "high",
  identityClaim: "pid",
  approvalParameter: "binding_message",
  approvalClaim: "binding_message",
};

/** A folder with several banks in production. Each has the people and accounts of the data set. */
export class BanksFolder extends ServerFolder {
  /** The folder of the banks, which is what `varde serve` is given. */
  readonly banks = join(this.path, "banks");

  /** Writes valid files for the process, for all banks and for each of the named banks. */
  constructor(names: readonly string[] = ["fjordvik", "heiane"], installation: Settings = {}) {
    super();
    mkdirSync(this.banks);
    this.configureInstallation(installation);
    this.configureDefaults();
    for (const name of names) this.configureBank(name);
  }

  configureInstallation(settings: Settings = {}): string {
    const whole = { port: 0, logTo: "none", admin: { port: 0 }, ...settings };
    return this.writeSettings("banks/installation.yaml", whole);
  }

  configureDefaults(settings: Settings = {}): string {
    return this.writeSettings("banks/defaults.yaml", {
      module: "../ports.mjs",
      tppRegister: "../register.json",
      anchors: ["../trust/authority.pem"],
      ...settings,
    });
  }

  /** Writes the file of a bank, whose host is like fjordvik.example. */
  configureBank(name: string, settings: Settings = {}): string {
    return this.writeSettings(`banks/${name}.yaml`, {
      bankId: name,
      bankName: `${name.slice(0, 1).toUpperCase()}${name.slice(1)} Sparebank`,
      publicUrl: `https://${name}.example`,
      dataFolder: `${name}/data`,
      ...settings,
    });
  }

  /** Writes defaults for banks that reach their core bank and their eID over HTTP. */
  configureHttpDefaults(settings: Settings = {}): string {
    this.write("banks/eid.jwk", JSON.stringify({ kty: "EC", kid: "bank", alg: "ES256" }));
    return this.configureDefaults({ module: undefined, sca: { oidc }, ...settings });
  }

  /** Writes the file of such a bank, whose database is in a variable like FJORDVIK_DATABASE. */
  configureHttpBank(name: string, coreBank: Settings, settings: Settings = {}): string {
    return this.configureBank(name, {
      dataFolder: undefined,
      databaseUrl: { env: databaseVariable(name) },
      coreBank,
      sca: { oidc: { clientId: name, key: { file: "eid.jwk" } } },
      ...settings,
    });
  }

  removeBank(name: string): void {
    rmSync(join(this.banks, `${name}.yaml`));
  }
}

/** Returns the name of the variable with the database of a bank. */
export const databaseVariable = (name: string): string =>
  `${name.toUpperCase().replaceAll("-", "_")}_DATABASE`;
