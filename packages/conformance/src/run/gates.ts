import type { Flow, GateId, Scene } from "../checks/check.ts";
import { requestKinds } from "../checks/request-kinds.ts";
import {
  codeOf,
  describeResponse,
  type Exchange,
  headerOf,
  linkOf,
  pathOf,
  statusOf,
  textAt,
} from "../wire/exchange.ts";
import type { Run } from "./run.ts";

/** A read that needs nothing but a signature; without a PSU, the bank asks for an SCA. */
const readAccounts = (scene: Scene) =>
  scene.send({
    method: "GET",
    path: "/v1/accounts",
    headers: { "TPP-Redirect-URI": scene.bank.redirectUri, "PSU-IP-Address": "192.0.2.17" },
  });

const signatureWords = /signature|digest|certificate|keyid|^date$/i;

type Gate = Flow & { readonly id: GateId };

const reach: Gate = {
  kind: "flow",
  id: "gate-reach",
  group: "GATE",
  rules: ["GEN-06"],
  says: "can be reached, and responds with JSON",
  run: async (scene) => {
    const response = await readAccounts(scene);
    const address = scene.bank.address.href;
    scene.must(response.response !== undefined, `${address} does not respond: ${response.fault}`);
    if (response.response === undefined) return;
    const media = headerOf(response.response, "content-type") ?? "no content type";
    const status = statusOf(response);
    const isServed = status !== 404 && /json/.test(media);
    scene.must(isServed, `${address}/v1/accounts returned ${status} with ${media}`);
  },
};

const isSignatureRefused = (response: Exchange): boolean => {
  const words = [codeOf(response), pathOf(response)].join(" ");
  const isNamed = signatureWords.test(words) && linkOf(response, "scaRedirect") === undefined;
  return statusOf(response) === 400 || (statusOf(response) < 500 && isNamed);
};

/** Tries again with (request-target) if the bank refuses the usual signature. */
const acceptsSignature = (run: Run): Gate => ({
  kind: "flow",
  id: "gate-signature",
  group: "GATE",
  rules: ["SIG-20", "SIG-23"],
  says: "accepts the TPP's signature",
  run: async (scene) => {
    const response = await readAccounts(scene);
    if (!isSignatureRefused(response)) return;
    run.requiresTarget = true;
    if (!isSignatureRefused(await readAccounts(scene))) {
      return scene.note("the signature must cover (request-target)");
    }
    run.requiresTarget = false;
    const text = textAt(response, "tppMessages", 0, "text") ?? "";
    scene.must(false, `${describeResponse(response)}: ${text}`);
  },
});

const identifies = (run: Run): Gate => ({
  kind: "flow",
  id: "gate-sca",
  group: "GATE",
  rules: ["SCA-01", "RED-01"],
  says: "identifies the PSU by SCA, and returns a PSU-ID",
  run: async (scene) => {
    if (run.psu !== undefined) return scene.note("the file names the PSU");
    run.psu = await scene.identify();
  },
});

const createsPayment: Gate = {
  kind: "flow",
  id: "gate-payment",
  group: "GATE",
  rules: ["END-02", "RSP-01", "RSP-02"],
  says: "creates a correct payment",
  run: async (scene) => {
    const made = await scene.sendKind(requestKinds.payment);
    const text = textAt(made, "tppMessages", 0, "text") ?? "";
    scene.must(statusOf(made) === 201, `${describeResponse(made)} ${text}`.trim());
    if (statusOf(made) !== 201) return;
    for (const field of ["paymentId", "transactionStatus"]) {
      scene.must(textAt(made, field) !== undefined, `the response has no ${field}`);
    }
  },
};

/** The gates of a run, in order. The second and third set how the run signs, and for whom. */
export const createGates = (run: Run): readonly Gate[] => [
  reach,
  acceptsSignature(run),
  identifies(run),
  createsPayment,
];
