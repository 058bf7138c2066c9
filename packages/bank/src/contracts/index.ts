export { type AppNotifierSubject, appNotifierContract } from "./app-notifier-contract.ts";
export {
  type CertificateTrustSubject,
  certificateTrustContract,
} from "./certificate-trust-contract.ts";
export {
  bindSections,
  type ContractRule,
  type DescribedRule,
  describeSections,
  numberRules,
  type RuleReport,
  type RuleSection,
  requireStep,
  runContract,
} from "./contract.ts";
export { anInstruction } from "./core-bank/an-instruction.ts";
export { coreBankContract, coreBankSections } from "./core-bank/core-bank-contract.ts";
export type { CoreBankSubject } from "./core-bank/core-bank-trial.ts";
export { type KidRegisterSubject, kidRegisterContract } from "./kid-register-contract.ts";
export {
  type PsuDirectorySubject,
  psuDirectoryContract,
  psuDirectorySections,
} from "./psu-directory-contract.ts";
export { responseSignerContract } from "./response-signer-contract.ts";
export { scaMethodContract } from "./sca-method-contract.ts";
export type {
  PsuDecision,
  ScaMethodSubject,
  ScaPrompt,
  ScaStages,
} from "./sca-method-trial.ts";
export {
  type SigningMandatesSubject,
  signingMandatesContract,
  signingMandatesSections,
} from "./signing-mandates-contract.ts";
export { testContract } from "./test-contract.ts";
export { type TppRegisterSubject, tppRegisterContract } from "./tpp-register-contract.ts";
