import { generateKeyPairSync, sign } from "node:crypto";
import type { AppChallenge, AppDevice } from "@varde/bank";

/** A phone with a key on P-256, which the bank has enrolled. */
export class Phone {
  readonly deviceId: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(deviceId: string) {
    this.deviceId = deviceId;
  }

  get device(): AppDevice {
    const publicKeyPem = this.#keys.publicKey.export({ type: "spki", format: "pem" }).toString();
    return { publicKeyPem, level: "high" };
  }

  /** Signs a challenge; its message by default. */
  confirm({ challengeId, message }: AppChallenge, signed = message) {
    const signature = sign("sha256", Buffer.from(signed), this.#keys.privateKey);
    return { challengeId, deviceId: this.deviceId, signature };
  }
}
