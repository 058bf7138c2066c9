import { tppMessageCodes } from "../codes.ts";
import type { ReadonlyDeep } from "../operations/index.ts";
import { list, object, oneOf, optional, type Static, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

const customerNumber = string({
  maxLength: 20,
  description: "the number the customer identifies with",
});

/** The choices a PSU would make on the pages. */
const scaToCompleteSchema = object({
  scaRedirect: string({ maxLength: 2_000, description: "the scaRedirect link of a response" }),
  customerNumber: string({ maxLength: 20, description: "the number the PSU identifies with" }),
  context: optional(oneOf(["PRIVATE", "CORPORATE"])),
  agreement: optional(
    string({
      maxLength: 200,
      description: "the name or id of the agreement, if there are several",
    }),
  ),
  accounts: optional(
    list(string({ maxLength: 70 }), {
      description: "ids, BBANs or IBANs of the accounts to select; all of them if omitted",
    }),
  ),
  decision: oneOf(["approve", "refuse", "time-out", "fail"]),
  code: optional(oneOf(tppMessageCodes, { description: "the error code of a failing SCA" })),
});
export type ScaToComplete = ReadonlyDeep<Static<typeof scaToCompleteSchema>>;

/** Operations that complete an SCA or an approval in the app for a customer. */
export const scaOperations = {
  completeSca: {
    method: "POST",
    path: "/sca",
    summary: "Completes an SCA for the PSU and returns the address of the redirect.",
    needsWorld: false,
    body: scaToCompleteSchema,
    status: 200,
    response: object({ redirect: string() }),
  },
  listAppApprovals: {
    method: "GET",
    path: "/app-approvals",
    summary: "Lists the approvals that wait for a customer in the bank's app.",
    needsWorld: true,
    query: { customerNumber: "the number the customer identifies with" },
    status: 200,
    response: object({
      approvals: list(
        object({
          authorisationId: string(),
          tpp: string({ description: "name of the TPP that requested it" }),
          agreement: optional(
            string({ description: "the agreement under which it would be approved" }),
          ),
          subject: object({}, { description: "what is approved, as the app shows it" }),
        }),
      ),
    }),
  },
  decideAppApproval: {
    method: "POST",
    path: "/app-approvals/{authorisationId}",
    summary: "Approves or refuses in the bank's app for the customer.",
    needsWorld: true,
    body: object({
      customerNumber,
      decision: oneOf(["approve", "refuse"]),
      agreement: optional(
        string({ description: "needed if the approval is listed under several agreements" }),
      ),
    }),
    status: 200,
    response: object({
      outcome: string({
        description:
          "what the app shows: approved, no-funds, failed, choose-agreement or no-longer-waiting",
      }),
    }),
  },
} as const satisfies Record<string, ControlOperation>;
