import { createHash, createPublicKey, randomInt, verify } from "node:crypto";
import type { Storage } from "@varde/storage";
import { textsByLocale } from "../../pages/texts/texts.ts";
import type { AppNotifier } from "../../ports/app-notifier.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PersonId } from "../../ports/ids.ts";
import type { PsuDirectory } from "../../ports/psu-directory.ts";
import { randomIds } from "../../ports/random-ids.ts";
import type {
  ApprovalSubject,
  ScaAttempt,
  ScaBeginning,
  ScaCallback,
  ScaMethod,
  ScaResult,
} from "../../ports/sca-method.ts";
import type { AppUser } from "./app-approvals.ts";
import {
  type AppChallenge,
  type AppChallengeRecord,
  decideChallenge,
  formatChallenge,
  listWaiting,
  readChallenge,
  storeChallenge,
} from "./app-challenge.ts";

/** A device that the bank has enrolled for a person. */
export interface AppDevice {
  /** Public key (PEM) on the curve P-256, which phones have in their secure hardware. */
  readonly publicKeyPem: string;
  /** Level of assurance of the enrolment, for the evidence. */
  readonly level?: string;
}

export interface AppScaOptions {
  /** The storage of the bank, so that any process can finish what another began. */
  readonly storage: Pick<Storage, "read" | "write">;
  readonly clock: Clock;
  /** Finds the person by the number that the PSU types. */
  readonly psuDirectory: Pick<PsuDirectory, "findPerson">;
  readonly findDevice: (user: AppUser, deviceId: string) => Promise<AppDevice | undefined>;
  /**
   * Notifies the app of a challenge; the same port that announces approvals in the app. Without it,
   * the app finds the challenge when its user opens it.
   */
  readonly appNotifier?: AppNotifier | undefined;
  /** Receives failed notifications. */
  readonly onFault: (error: Error) => void;
}

/** The app's confirmation of a challenge. */
export interface AppConfirmation {
  readonly challengeId: string;
  readonly deviceId: string;
  /** ECDSA with SHA-256 over the message of the challenge, as DER. */
  readonly signature: Uint8Array;
}

/** State of a challenge that is stored with the SCA. */
interface BegunChallenge {
  readonly challengeId: string;
  readonly code: string;
  readonly expiresAt: number;
}

/** How long a PSU has to confirm; shorter than an SCA may be idle. */
const challengeMsMax = 3 * 60_000;
/** How many challenges may wait for a person. More would only teach people to confirm anything. */
const waitingMax = 3;

/**
 * An SCA method for a bank with its own app: the PSU confirms on the phone while the page waits.
 * The phone signs a message with the text that the PSU sees there. A code on both screens shows
 * that they belong together.
 *
 * @example
 * const own = { psuDirectory, findDevice, appNotifier };
 * const scaMethod = new AppScaMethod({ storage, clock: databaseClock(storage), onFault, ...own });
 * for (const { challengeId } of await scaMethod.listChallenges(user)) {
 *   await scaMethod.confirm({ challengeId, deviceId, signature });
 * }
 */
export class AppScaMethod implements ScaMethod {
  readonly #options: AppScaOptions;

  constructor(options: AppScaOptions) {
    this.#options = options;
  }

  usesForm({ personId }: ScaAttempt): boolean {
    return personId === undefined;
  }

  /** Waits for a known person; asks for the number of an unknown one on the bank's page. */
  async begin(sca: ScaAttempt, subject: ApprovalSubject | undefined): Promise<ScaBeginning> {
    if (sca.personId === undefined) return { kind: "page" };
    return toWaiting(await this.#challenge(sca, sca.personId, subject));
  }

  /** Begins an approval in one of the bank's own channels. Undefined if too many wait already. */
  async challenge(sca: ScaAttempt, subject: ApprovalSubject): Promise<AppChallenge | undefined> {
    if (sca.personId === undefined) return undefined;
    const { worldId, personId } = sca;
    const { challengeId } = await this.#challenge(sca, personId, subject);
    const challenges = await this.listChallenges({ worldId, personId });
    return challenges.find((one) => one.challengeId === challengeId);
  }

  /** Returns the SCA and the person of a challenge, whatever became of it. */
  async findChallenge(challengeId: string): Promise<AppChallengeRecord | undefined> {
    return this.#options.storage.read(() => readChallenge(challengeId));
  }

  async finish(sca: ScaAttempt, callback: ScaCallback): Promise<ScaResult> {
    if (callback.kind === "poll") return this.#poll(sca, callback.kept);
    if (callback.kind === "redirect" || sca.step === "approve") {
      return { kind: "failed", because: "invalid", reason: "the PSU did not use the app" };
    }
    const number = callback.fields.customerNumber ?? "";
    const person = await this.#options.psuDirectory.findPerson(sca.worldId, number);
    // An unknown number waits too, so that nobody learns who is a customer.
    return toWaiting(await this.#challenge(sca, person?.personId, undefined));
  }

  /** Lists what waits for a user whom the app has authenticated. */
  async listChallenges(user: AppUser): Promise<readonly AppChallenge[]> {
    const now = await this.#options.clock.now(user.worldId);
    const waiting = await this.#options.storage.read(() => listWaiting(user, now));
    return waiting.map(({ challengeId, subject, text, code, message, expiresAt }) => ({
      challengeId,
      subject,
      text,
      code,
      message,
      expiresAt,
    }));
  }

  /** Confirms a challenge with the signature of a device. A confirmation counts once. */
  async confirm(
    confirmation: AppConfirmation,
  ): Promise<"confirmed" | "invalid" | "no-longer-waiting"> {
    const challenge = await this.#readWaiting(confirmation.challengeId);
    if (challenge === undefined) return "no-longer-waiting";
    const { worldId, personId, challengeId, message } = challenge;
    const device = await this.#options.findDevice({ worldId, personId }, confirmation.deviceId);
    if (device === undefined || !isSigned(message, device, confirmation.signature)) {
      return "invalid";
    }
    const now = await this.#options.clock.now(worldId);
    const evidence = {
      method: "app",
      ...(device.level === undefined ? {} : { level: device.level }),
      transactionId: challengeId,
      hash: createHash("sha256").update(message).digest("base64url"),
      at: now,
    };
    const decided = await this.#options.storage.write(() =>
      decideChallenge(challenge, { status: "confirmed", evidence }, now),
    );
    return decided ? "confirmed" : "no-longer-waiting";
  }

  /** Refuses a challenge for a user whom the app has authenticated. */
  async refuse(user: AppUser, challengeId: string): Promise<"refused" | "no-longer-waiting"> {
    const challenge = await this.#readWaiting(challengeId);
    if (challenge?.personId !== user.personId || challenge.worldId !== user.worldId) {
      return "no-longer-waiting";
    }
    const now = await this.#options.clock.now(user.worldId);
    const decided = await this.#options.storage.write(() =>
      decideChallenge(challenge, { status: "refused" }, now),
    );
    return decided ? "refused" : "no-longer-waiting";
  }

  /** Stores a challenge and notifies the app. Without a person, nobody can confirm it. */
  async #challenge(
    { worldId, scaId, step, locale }: ScaAttempt,
    personId: PersonId | undefined,
    subject: ApprovalSubject | undefined,
  ): Promise<BegunChallenge> {
    const now = await this.#options.clock.now(worldId);
    const challengeId: string = randomIds.newId();
    const code = String(randomInt(10_000)).padStart(4, "0");
    const begun = { challengeId, code, expiresAt: now + challengeMsMax };
    if (personId === undefined) return begun;
    const text = subject?.text ?? textsByLocale[locale].approvalText.identification;
    const message = formatChallenge(challengeId, step, text, subject);
    const waiting = {
      worldId,
      personId,
      scaId,
      challengeId,
      subject: subject?.kind ?? "identification",
    } as const;
    const record = {
      ...waiting,
      ...begun,
      step,
      text,
      message,
      status: "waiting" as const,
      evidence: undefined,
    };
    const isStored = await this.#options.storage.write(() =>
      storeChallenge(record, now, waitingMax),
    );
    if (isStored) this.#notify(waiting);
    return begun;
  }

  /** Does not wait for the app: its user also sees the challenge when they open it. */
  #notify(waiting: Parameters<AppNotifier["notify"]>[0]): void {
    const notify = async () => this.#options.appNotifier?.notify(waiting);
    notify().catch((error: unknown) =>
      this.#options.onFault(new Error("app not notified", { cause: error })),
    );
  }

  async #poll(sca: ScaAttempt, kept: string): Promise<ScaResult> {
    const begun = readBegun(kept);
    if (begun === undefined) {
      return { kind: "failed", because: "invalid", reason: "no challenge was begun" };
    }
    const challenge = await this.#options.storage.read(() => readChallenge(begun.challengeId));
    if (challenge !== undefined && (challenge.scaId !== sca.scaId || challenge.step !== sca.step)) {
      return { kind: "failed", because: "invalid", reason: "the challenge is of another SCA" };
    }
    if (challenge?.status === "refused") {
      return { kind: "failed", because: "refused", reason: "the PSU refused in the app" };
    }
    if (challenge?.status === "confirmed" && challenge.evidence !== undefined) {
      const { personId, evidence } = challenge;
      return { kind: "proven", personId, evidence };
    }
    const now = await this.#options.clock.now(sca.worldId);
    if (now < begun.expiresAt) return toWaiting(begun);
    return { kind: "failed", because: "refused", reason: "the PSU did not confirm in time" };
  }

  async #readWaiting(challengeId: string): Promise<AppChallengeRecord | undefined> {
    const challenge = await this.#options.storage.read(() => readChallenge(challengeId));
    if (challenge?.status !== "waiting") return undefined;
    const now = await this.#options.clock.now(challenge.worldId);
    return now < challenge.expiresAt ? challenge : undefined;
  }
}

const readBegun = (kept: string): BegunChallenge | undefined => {
  try {
    return JSON.parse(kept);
  } catch {
    return undefined;
  }
};

const toWaiting = (begun: BegunChallenge) =>
  ({ kind: "wait", kept: JSON.stringify(begun), code: begun.code }) as const;

/** Whether the device has signed the message. Keys of other kinds than P-256 sign nothing. */
const isSigned = (message: string, { publicKeyPem }: AppDevice, signature: Uint8Array): boolean => {
  const key = createPublicKey(publicKeyPem);
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return false;
  return verify("sha256", Buffer.from(message), { key, dsaEncoding: "der" }, signature);
};
