import { decodeRfc2047, isInvalid } from "@varde/protocol";
import type { Change } from "../../wire/change.ts";
import { describeResponse, isAccepted } from "../../wire/exchange.ts";
import type { Check } from "../check.ts";
import { requestKinds } from "../request-kinds.ts";
import { rowsOn } from "../rows.ts";
import { coversTarget } from "./edit-signature.ts";

const { accepts } = rowsOn("SIG", requestKinds.payment);
const onUser = rowsOn("SIG", requestKinds.user);

/** The Signature header as one RFC 2047 word in ISO 8859-1. */
const inLatin1: Change = {
  signer: "self-made-æøå",
  signature: (right) => {
    const text = decodeRfc2047(right);
    if (isInvalid(text)) throw new TypeError(`the kit's own Signature header ${text.reason}`);
    return `=?iso-8859-1?B?${Buffer.from(text, "latin1").toString("base64")}?=`;
  },
};

/** Forms of a signature that a bank accepts. */
export const acceptedSignatures: readonly Check[] = [
  accepts("sig-sha512-digest", "HDR-12", "accepts a Digest with SHA-512", { digest: "SHA-512" }),
  accepts("sig-rsa-sha512", "SIG-34", "accepts a signature with rsa-sha512", {
    algorithm: "rsa-sha512",
  }),
  accepts(
    "sig-target",
    "SIG-22 SIG-33",
    "accepts a signature that also covers (request-target)",
    coversTarget,
    { control: {} },
  ),
  onUser.accepts(
    "sig-target-read",
    "SIG-33",
    "accepts (request-target) of a GET request",
    coversTarget,
    { control: {}, gate: "gate-sca" },
  ),
  accepts(
    "sig-all-candidates",
    "SIG-24",
    "accepts a signature over every candidate header that is sent",
    {},
  ),
  accepts(
    "sig-order",
    "SIG-27",
    "accepts the signed headers in any order that the header states",
    { covered: (names) => names.toReversed() },
    // The interface says that the order is that of the list, not that every list is allowed.
    { level: "should" },
  ),
  {
    kind: "flow",
    id: "sig-rfc2047",
    group: "SIG",
    rules: ["SIG-28", "SIG-29"],
    says: "accepts a Signature header with RFC 2047, whose issuer has the letters æ, ø and å",
    needs: ["sandbox"],
    run: async (scene) => {
      const plain = await scene.sendKind(requestKinds.customers, { signer: "self-made" });
      scene.precondition(
        isAccepted(plain),
        "the bank does not accept a certificate that the kit made itself, so it cannot be " +
          `shown one with these letters: ${describeResponse(plain)}`,
      );
      const encoded = await scene.sendKind(requestKinds.customers, { signer: "self-made-æøå" });
      scene.must(isAccepted(encoded), describeResponse(encoded));
      const latin1 = await scene.sendKind(requestKinds.customers, inLatin1);
      scene.must(isAccepted(latin1), `in ISO 8859-1: ${describeResponse(latin1)}`);
    },
  },
];
