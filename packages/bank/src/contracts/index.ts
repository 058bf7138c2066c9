export {
  type CertificateTrustSubject,
  certificateTrustContract,
} from "./certificate-trust-contract.ts";
export { type ContractRule, testContract } from "./contract.ts";
export { responseSignerContract } from "./response-signer-contract.ts";
export { type TppRegisterSubject, tppRegisterContract } from "./tpp-register-contract.ts";
