import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { describe, test } from "node:test";
import { type Certificate, isInvalid, readCertificatePem } from "@varde/protocol";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { type PemIdentity, TestAuthority } from "@varde/testkit/tpp";
import {
  type ContractRule,
  certificateTrustContract,
  responseSignerContract,
  testContract,
  tppRegisterContract,
} from "../../src/contracts/index.ts";
import { anchorTrust } from "../../src/parties/anchor-trust.ts";
import type { CertificateTrust } from "../../src/ports/certificate-trust.ts";
import { keySigner } from "../../src/ports/key-signer.ts";
import type { ResponseSigner } from "../../src/ports/response-signer.ts";
import type { Admission, TppRegister, TppRequest } from "../../src/ports/tpp-register.ts";

const read = ({ certificatePem }: PemIdentity): Certificate => {
  const certificate = readCertificatePem(certificatePem);
  if (isInvalid(certificate)) throw new Error(certificate.reason);
  return certificate;
};

const authority = new TestAuthority();
const [trusted, revoked] = [read(authority.issue()), read(authority.issue())];
const foreign = read(new TestAuthority("Other CA").issue());
const trust = anchorTrust([authority.certificate], (certificate) => certificate === revoked);
const contractOfTrust = (verify: CertificateTrust["verify"]) =>
  certificateTrustContract({ trust: { verify }, trusted, revoked, foreign });

const keys = pooledRsaKeys();
const seal = { key: keys.privateKey, certificate: read(authority.issue({ keys })) };
const signer = keySigner(() => seal);
const contractOfSigner = (sign: ResponseSigner["sign"]) => responseSignerContract({ sign });

const admitted: TppRequest = {
  certificate: trusted,
  identifier: "PSDNO-FSA-1",
  roles: new Set(["PSP_AI", "PSP_PI"]),
  operation: { id: "listAccounts", roles: ["PSP_AI"] },
  country: "NO",
  at: Date.now(),
};
const no: Admission = { isAdmitted: false, reason: "not registered" };
const yes: Admission = { isAdmitted: true };
const register: TppRegister["admit"] = ({ identifier, country, operation }) =>
  identifier === "PSDNO-FSA-1" && country === "NO" && operation.roles.includes("PSP_AI") ? yes : no;
const contractOfRegister = (admit: TppRegister["admit"]) =>
  tppRegisterContract({
    register: { admit },
    admitted,
    blocked: "PSDNO-FSA-2",
    uncovered: { operation: { id: "createPayment", roles: ["PSP_PI"] } },
  });

testContract("the contract of a register holds for a small one", contractOfRegister(register));
testContract("the contract of trust holds for anchors", contractOfTrust(trust.verify));
testContract("the contract of a signer holds for a key", contractOfSigner(signer.sign));

let last: Admission = yes;
const weakKeys = pooledRsaKeys(1024);
const weakSeal = read(authority.issue({ keys: weakKeys }));
let signedFirst: ReturnType<ResponseSigner["sign"]> | undefined;

/** Faulty implementations, each with the rules that must notice it. */
const planted: readonly (readonly [string, readonly string[], readonly ContractRule[]])[] = [
  ["a register that refuses everybody", ["REGISTER-1", "REGISTER-6"], contractOfRegister(() => no)],
  [
    "a register that admits unknown TPPs",
    ["REGISTER-2", "REGISTER-6"],
    contractOfRegister((request) => (request.identifier.endsWith("000") ? yes : register(request))),
  ],
  [
    "a register without its block list",
    ["REGISTER-3", "REGISTER-6"],
    contractOfRegister((request) => (request.identifier.endsWith("2") ? yes : register(request))),
  ],
  [
    "a register that ignores services",
    ["REGISTER-4"],
    contractOfRegister((request) => register({ ...request, operation: admitted.operation })),
  ],
  [
    "a register that ignores passports",
    ["REGISTER-5"],
    contractOfRegister((request) => register({ ...request, country: "NO" })),
  ],
  [
    "a register that returns the decision before",
    ["REGISTER-6"],
    contractOfRegister(async (request) => {
      last = await register(request);
      await new Promise(setImmediate);
      return last;
    }),
  ],
  [
    "a register that returns nothing",
    ["REGISTER-1", "REGISTER-2", "REGISTER-3", "REGISTER-4", "REGISTER-5", "REGISTER-6"],
    contractOfRegister(() => undefined as never),
  ],
  [
    "trust in nobody",
    ["TRUST-1", "TRUST-5"],
    contractOfTrust(() => ({ kind: "refused", reason: "never" })),
  ],
  [
    "trust in revoked seals",
    ["TRUST-2", "TRUST-5"],
    contractOfTrust(anchorTrust([authority.certificate]).verify),
  ],
  [
    "trust in everybody",
    ["TRUST-2", "TRUST-3", "TRUST-4", "TRUST-5"],
    contractOfTrust(() => ({ kind: "trusted" })),
  ],
  [
    "trust by its own clock",
    ["TRUST-4"],
    contractOfTrust((request) => trust.verify({ ...request, at: Date.now() })),
  ],
  [
    "trust without a reason",
    ["TRUST-2", "TRUST-5"],
    contractOfTrust(async (request) => {
      const verdict = await trust.verify(request);
      return verdict.kind === "refused" ? ({ kind: "refused" } as never) : verdict;
    }),
  ],
  [
    "a signer with the certificate of another key",
    ["SIGNER-1", "SIGNER-3", "SIGNER-4"],
    contractOfSigner(keySigner(() => ({ ...seal, certificate: foreign })).sign),
  ],
  [
    "a signer with a short key",
    ["SIGNER-2"],
    contractOfSigner(keySigner(() => ({ key: weakKeys.privateKey, certificate: weakSeal })).sign),
  ],
  [
    "a signer that signs with SHA-512",
    ["SIGNER-1", "SIGNER-3", "SIGNER-4"],
    contractOfSigner((bytes) => ({ ...seal, signature: sign("sha512", bytes, seal.key) })),
  ],
  [
    "a signer that signs the first kilobyte",
    ["SIGNER-3"],
    contractOfSigner((bytes) => signer.sign(bytes.slice(0, 1024))),
  ],
  [
    "a signer that joins concurrent requests",
    ["SIGNER-4"],
    contractOfSigner((bytes) => {
      const isMessage = Buffer.from(bytes).toString().startsWith("message");
      if (!isMessage) return signer.sign(bytes);
      signedFirst ??= signer.sign(bytes);
      return signedFirst;
    }),
  ],
  [
    "a signer that clears the bytes",
    ["SIGNER-5"],
    contractOfSigner(async (bytes) => {
      const signed = await signer.sign(Buffer.from(bytes));
      bytes.fill(0);
      return signed;
    }),
  ],
];

describe("the contracts", () => {
  for (const [fault, expected, rules] of planted) {
    test(`notice ${fault}`, async () => {
      const failed: string[] = [];
      for (const { id, check } of rules) await check().catch(() => failed.push(id));
      assert.deepEqual(failed, expected);
    });
  }
});
