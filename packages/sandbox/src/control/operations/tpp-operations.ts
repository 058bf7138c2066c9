import { type SigningRequest, signingRequestSchema } from "../../signing-desk/sign-as-tpp.ts";
import { callFromDesk, listTpps, signAtDesk } from "../../signing-desk/signing-desk.ts";
import type { ControlOperation } from "./control-operation.ts";
import { certificateRequestSchema, issueCertificate } from "./issue-certificate.ts";

/** Operations that create TPPs and sign requests for them. */
export const tppOperations: readonly ControlOperation[] = [
  {
    id: "issueCertificate",
    method: "POST",
    path: "/tpp-certificates",
    summary: "Issues a TPP certificate with its key: valid, or invalid in a named way.",
    needsWorld: false,
    body: certificateRequestSchema,
    isForOwnPages: true,
    status: 201,
    serve: ({ sandbox, body }) => issueCertificate(body, sandbox),
  },
  {
    id: "listTpps",
    method: "GET",
    path: "/tpps",
    summary: "Lists the TPPs that the sandbox created and can sign for, newest first.",
    needsWorld: false,
    isForOwnPages: true,
    status: 200,
    serve: async ({ sandbox }) => ({ tpps: listTpps(sandbox) }),
  },
  {
    id: "signRequest",
    method: "POST",
    path: "/signatures",
    summary: "Signs a request for such a TPP: returns signing string, headers and a curl command.",
    needsWorld: false,
    isForOwnPages: true,
    body: signingRequestSchema,
    status: 200,
    serve: ({ sandbox, body }) => signAtDesk(body as SigningRequest, sandbox),
  },
  {
    id: "sendSignedRequest",
    method: "POST",
    path: "/signed-requests",
    summary: "Signs and sends a request: also returns the response and the reason of a refusal.",
    needsWorld: false,
    isForOwnPages: true,
    body: signingRequestSchema,
    status: 200,
    serve: ({ sandbox, body }) => callFromDesk(body as SigningRequest, sandbox),
  },
];
