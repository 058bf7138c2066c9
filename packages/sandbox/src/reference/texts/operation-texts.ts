import type { OperationId } from "@varde/protocol";
import { accountTexts } from "./account-texts.ts";
import type { OperationText } from "./operation-text.ts";
import { paymentTexts } from "./payment-texts.ts";
import { sandboxTexts } from "./sandbox-texts.ts";

/** Every operation, in the order of the operations table. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  ...paymentTexts,
  ...accountTexts,
  ...sandboxTexts,
};
