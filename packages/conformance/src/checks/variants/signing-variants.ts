import type { Change } from "../../wire/change.ts";
import { describeResponse, type Exchange, headerOf, isAccepted } from "../../wire/exchange.ts";
import type { Check, Scene, Variant, VariantAnswer } from "../check.ts";
import { psuHeaders, requestKinds } from "../request-kinds.ts";
import { editSignature } from "../signing/edit-signature.ts";

const lenient: VariantAnswer = {
  says: "accepts it",
  settings: { strictness: "lenient" },
  isUsual: true,
};
const strict: VariantAnswer = { says: "refuses it", settings: { strictness: "strict" } };

/** Sends a payment with the change; the bank answers by accepting or refusing it. */
export const acceptsOrRefuses =
  (change: Change, kind = requestKinds.payment) =>
  async (scene: Scene): Promise<string> => {
    const usual = await scene.sendKind(kind);
    scene.precondition(
      isAccepted(usual),
      `a correct request is refused: ${describeResponse(usual)}`,
    );
    const changed = await scene.sendKind(kind, change);
    scene.precondition(changed.response !== undefined, describeResponse(changed));
    scene.note(describeResponse(changed));
    return isAccepted(changed) ? "accepts" : "refuses";
  };

/** A form that a lenient bank accepts although the interface asks for another one. */
const toleratedForm = (id: string, says: string, change: Change): Variant => ({
  kind: "variant",
  id,
  group: "VAR",
  rules: ["SIG-31", "SIG-37"],
  says,
  answers: { accepts: lenient, refuses: strict },
  observe: acceptsOrRefuses(change),
});

const changeKeyId = (change: (keyId: string) => string): Change => ({
  parts: (parts) => ({ ...parts, keyId: change(parts.keyId) }),
});

/** Moves the first attribute of the issuer to its end; attributes are split at plain commas. */
const moveAttribute = (keyId: string): string => {
  const [serial = "", issuer = ""] = keyId.split(/,CA=/);
  const [first = "", ...others] = issuer.split(/(?<!\\),/);
  return `${serial},CA=${[...others, first].join(",")}`;
};

/** Writes the values of the issuer in upper case, and the names of its attributes as they are. */
const raiseIssuer = (keyId: string): string => {
  const [serial = "", issuer = ""] = keyId.split(/,CA=/);
  const raised = issuer.split("=").map((part, at) => {
    // Between two equals signs are a value and the name of the next attribute.
    const comma = part.lastIndexOf(",");
    const end = comma < 0 ? part.length : comma;
    return at === 0 ? part : part.slice(0, end).toUpperCase() + part.slice(end);
  });
  return `${serial},CA=${raised.join("=")}`;
};

const isSigned = (exchange: Exchange): boolean =>
  headerOf(exchange.response, "signature") !== undefined;

const readUser = (scene: Scene, headers: Readonly<Record<string, string>>) =>
  scene.send({ method: "GET", path: "/v1/user", headers: { ...psuHeaders(scene), ...headers } });

/** Differences in how requests and responses are signed. */
export const signingVariants: readonly Check[] = [
  toleratedForm(
    "var-serial-case",
    "keyId with the serial number in lower case",
    // A serial number of decimal digits alone has no letters: a zero in front differs as well.
    changeKeyId((keyId) =>
      keyId.replace(/^SN=[^,]*/, (text) => `SN=0${text.slice(3).toLowerCase()}`),
    ),
  ),
  toleratedForm(
    "var-issuer-order",
    "keyId with the issuer's attributes in another order",
    changeKeyId(moveAttribute),
  ),
  toleratedForm(
    "var-issuer-case",
    "keyId with the issuer's values in upper case",
    changeKeyId(raiseIssuer),
  ),
  toleratedForm(
    "var-parts-order",
    "Signature header with its parts in another order",
    editSignature((parts) => parts.toReversed()),
  ),
  {
    kind: "variant",
    id: "var-request-target",
    group: "VAR",
    rules: ["SIG-33", "SIG-44"],
    says: "signature without (request-target)",
    answers: {
      accepts: { says: "accepts it", settings: { requestTarget: "optional" }, isUsual: true },
      refuses: { says: "refuses it", settings: { requestTarget: "required" } },
    },
    observe: async (scene) => {
      // If the bank requires it, the gate has found out.
      if (!scene.requiresTarget) return acceptsOrRefuses({})(scene);
      return acceptsOrRefuses({
        covered: (names) => names.filter((name) => !name.startsWith("(")),
      })(scene);
    },
  },
  {
    kind: "variant",
    id: "var-response-signing",
    group: "VAR",
    rules: ["SIG-10", "SIG-36"],
    says: "signed responses",
    answers: {
      "on request": {
        says: "signs responses if Accept-Signature is sent",
        settings: { responseSigning: "on-request" },
        isUsual: true,
      },
      always: { says: "signs every response", settings: { responseSigning: "always" } },
      never: { says: "signs no response", settings: { responseSigning: "off" } },
      "only without": { says: "signs responses unless Accept-Signature is sent" },
    },
    observe: async (scene) => {
      const plain = await readUser(scene, {});
      const requested = await readUser(scene, {
        "Accept-Signature": 'algorithm="rsa-sha256"',
      });
      scene.precondition(
        plain.response !== undefined && requested.response !== undefined,
        "no response",
      );
      if (isSigned(plain)) return isSigned(requested) ? "always" : "only without";
      return isSigned(requested) ? "on request" : "never";
    },
  },
];
