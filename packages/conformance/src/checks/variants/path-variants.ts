import { describeResponse, isAccepted, linkOf, statusOf } from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { psuHeaders, requestKinds } from "../request-kinds.ts";

/** Returns which of two paths the bank serves: "both", "first", "second" or "neither". */
const servedOf = async (
  scene: Scene,
  method: "GET" | "POST",
  paths: readonly [string, string],
): Promise<string> => {
  const served: boolean[] = [];
  for (const path of paths) {
    const headers = psuHeaders(scene);
    const body = method === "POST" ? { body: {} } : {};
    const response = await scene.send({ method, path, headers, ...body });
    scene.precondition(response.response !== undefined, describeResponse(response));
    served.push(![404, 405, 501].includes(statusOf(response)));
  }
  const [first, second] = served;
  if (first && second) return "both";
  return first ? "first" : second ? "second" : "neither";
};

/** Differences in paths and links. */
// biome-ignore format: rows of a table
export const pathVariants: readonly Check[] = [
  {
    kind: "variant", id: "var-user-path", group: "VAR", rules: ["END-19"], says: "path of the user",
    answers: {
      both: { says: "serves /v1/user and /v1/users", isUsual: true },
      first: { says: "serves /v1/user" },
      second: { says: "serves /v1/users" },
      neither: { says: "serves neither /v1/user nor /v1/users" },
    },
    observe: (scene) => servedOf(scene, "GET", ["/v1/user", "/v1/users"]),
  },
  {
    kind: "variant", id: "var-consents-path", group: "VAR", rules: ["END-25", "VER-08"], says: "path of consents",
    answers: {
      both: { says: "serves /v1/bank-offered-consents and /v1/consents", isUsual: true },
      first: { says: "serves /v1/bank-offered-consents" },
      second: { says: "serves /v1/consents" },
      neither: { says: "serves neither /v1/bank-offered-consents nor /v1/consents" },
    },
    observe: (scene) => servedOf(scene, "POST", ["/v1/bank-offered-consents", "/v1/consents"]),
  },
  {
    kind: "variant", id: "var-link-form", group: "VAR", rules: ["RSP-15", "RSP-18"], says: "links in responses",
    answers: {
      "from base": { says: "start with /v1", settings: { linkForm: "from-base" }, isUsual: true },
      "with prefix": { says: "start with the path prefix", settings: { linkForm: "with-prefix" } },
      absolute: { says: "are absolute" },
    },
    observe: async (scene) => {
      const made = await scene.sendKind(requestKinds.payment);
      const href = linkOf(made, "self") ?? "";
      scene.precondition(isAccepted(made) && href !== "", `no self link: ${describeResponse(made)}`);
      if (href.startsWith("/v1/")) return "from base";
      const prefix = scene.bank.address.pathname.replace(/\/$/, "");
      return href.startsWith(`${prefix}/v1/`) ? "with prefix" : "absolute";
    },
  },
];
