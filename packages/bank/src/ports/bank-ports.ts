import type { AppNotifier } from "./app-notifier.ts";
import type { CertificateTrust } from "./certificate-trust.ts";
import type { Clock } from "./clock.ts";
import type { CoreBank } from "./core-bank.ts";
import type { Ids } from "./ids.ts";
import type { KidRegister } from "./kid-register.ts";
import type { PsuDirectory } from "./psu-directory.ts";
import type { ResponseSigner } from "./response-signer.ts";
import type { ScaMethod } from "./sca-method.ts";
import type { SigningMandates } from "./signing-mandates.ts";
import type { TppRegister } from "./tpp-register.ts";
import type { Worlds } from "./worlds.ts";

/** The systems that a bank supplies. */
export interface BankPorts {
  readonly coreBank: CoreBank;
  readonly psuDirectory: PsuDirectory;
  readonly scaMethod: ScaMethod;
  /** Without it, everybody who may use a company's account signs alone. */
  readonly signingMandates?: SigningMandates | undefined;
  /** Without it, the app finds what waits when its user opens it. */
  readonly appNotifier?: AppNotifier | undefined;
  readonly tppRegister: TppRegister;
  /** Decides which certificates to trust; without it, the setting `anchors` does. */
  readonly certificateTrust?: CertificateTrust | undefined;
  readonly kidRegister: KidRegister;
  readonly worlds: Worlds;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly responseSigner: ResponseSigner | undefined;
}
