import { type SigningWish, signingWishSchema } from "../../signing-desk/sign-as-tpp.ts";
import { callFromDesk, listTpps, signAtDesk } from "../../signing-desk/signing-desk.ts";
import type { ControlOperation } from "./control-operation.ts";
import { certificateWishSchema, issueCertificate } from "./issue-certificate.ts";

/** TPPs the sandbox makes, and what it signs for them. */
export const tppOperations: readonly ControlOperation[] = [
  {
    id: "issueCertificate",
    method: "POST",
    path: "/tpp-certificates",
    summary: "Issues a TPP's certificate and key, working or failing in a named way.",
    needsWorld: false,
    body: certificateWishSchema,
    isForOwnPages: true,
    answers: 201,
    serve: ({ sandbox, body }) => issueCertificate(body, sandbox),
  },
  {
    id: "listTpps",
    method: "GET",
    path: "/tpps",
    summary: "The TPPs the sandbox can sign for: those it made, the newest first.",
    needsWorld: false,
    isForOwnPages: true,
    answers: 200,
    serve: async ({ sandbox }) => ({ tpps: listTpps(sandbox) }),
  },
  {
    id: "signRequest",
    method: "POST",
    path: "/signatures",
    summary: "Signs a request with the key of such a TPP: the string, the headers, a curl line.",
    needsWorld: false,
    isForOwnPages: true,
    body: signingWishSchema,
    answers: 200,
    serve: ({ sandbox, body }) => signAtDesk(body as SigningWish, sandbox),
  },
  {
    id: "sendSignedRequest",
    method: "POST",
    path: "/signed-requests",
    summary: "The same, and sends it: also the bank's answer, with the reason of a refusal.",
    needsWorld: false,
    isForOwnPages: true,
    body: signingWishSchema,
    answers: 200,
    serve: ({ sandbox, body }) => callFromDesk(body as SigningWish, sandbox),
  },
];
