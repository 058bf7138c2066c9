import { connect, type SecureVersion } from "node:tls";
import type { BankToCheck } from "../../bank-to-check.ts";
import { describeResponse, isAccepted } from "../../wire/exchange.ts";
import type { Check, Flow } from "../check.ts";
import { requestKinds } from "../request-kinds.ts";

const timeoutMs = 10_000;

/** Tries a handshake with one version of TLS. Returns "connected", or why it failed. */
const tryVersion = ({ address, tls }: BankToCheck, version: SecureVersion): Promise<string> =>
  new Promise((resolve) => {
    const host = address.hostname.replace(/^\[|\]$/g, "");
    const socket = connect({
      ...tls,
      host,
      port: Number(address.port || 443),
      servername: /[a-z]/i.test(host) ? host : "",
      minVersion: version,
      maxVersion: version,
      // Old versions need algorithms that this machine does not offer otherwise.
      ciphers: "DEFAULT@SECLEVEL=0",
      timeout: timeoutMs,
    });
    const end = (outcome: string) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once("secureConnect", () => end("connected"));
    socket.once("timeout", () => end("timed out"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

const oldVersion = (id: string, name: string, version: SecureVersion): Flow => ({
  kind: "flow",
  id,
  group: "TLS",
  rules: ["SIG-01"],
  says: `refuses ${name}`,
  needs: ["tls"],
  gate: "gate-signature",
  run: async (scene) => {
    const usual = await tryVersion(scene.bank, "TLSv1.2");
    scene.precondition(usual === "connected", `TLS 1.2: ${usual}`);
    const outcome = await tryVersion(scene.bank, version);
    const isOurs = outcome === "ERR_SSL_NO_PROTOCOLS_AVAILABLE";
    scene.precondition(!isOurs, `this machine cannot offer ${name}`);
    scene.must(outcome !== "connected", `${name} is accepted`);
    scene.note(outcome);
  },
});

/** Checks of the TLS connection. */
export const tlsChecks: readonly Check[] = [
  {
    kind: "flow",
    id: "tls-1.2",
    group: "TLS",
    rules: ["SIG-01"],
    says: "accepts TLS 1.2",
    needs: ["tls"],
    gate: "gate-signature",
    run: async (scene) => {
      const outcome = await tryVersion(scene.bank, "TLSv1.2");
      scene.must(outcome === "connected", outcome);
    },
  },
  oldVersion("tls-1.0", "TLS 1.0", "TLSv1"),
  oldVersion("tls-1.1", "TLS 1.1", "TLSv1.1"),
  {
    kind: "variant",
    id: "tls-client-certificate",
    group: "TLS",
    rules: ["SIG-01"],
    says: "the TPP's certificate on the connection",
    needs: ["tls"],
    answers: {
      ignored: {
        says: "does not look at it",
        settings: { clientCertificate: "off" },
        isUsual: true,
      },
      checked: { says: "checks it if it is sent", settings: { clientCertificate: "optional" } },
      required: { says: "requires it", settings: { clientCertificate: "required" } },
    },
    observe: async (scene) => {
      const usual = await scene.sendKind(requestKinds.user);
      scene.precondition(isAccepted(usual), describeResponse(usual));
      const without = await scene.sendKind(requestKinds.user, {
        connection: "without-certificate",
      });
      if (!isAccepted(without)) return "required";
      const other = await scene.sendKind(requestKinds.user, { connection: "other-certificate" });
      return isAccepted(other) ? "ignored" : "checked";
    },
  },
];
