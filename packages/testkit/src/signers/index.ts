export { acceptCheapSignatures, signCheaply } from "./accept-cheap-signatures.ts";
export { SigningProcess } from "./signing-process.ts";
