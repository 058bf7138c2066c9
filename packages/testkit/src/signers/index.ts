export { ProcessSigner } from "./process-signer.ts";
