import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ServerFolder } from "@varde/testkit/server";
import { checkServer, loadServerSettings } from "../src/index.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Where readers find something to copy. */
const places = ["README.md", "SECURITY.md", "docs", "packaging", "examples", "packages"];

/** Forms in which a text shows a secret; the first group is the secret. */
const forms: readonly RegExp[] = [
  /(?:token|certificate)Sha256:? *["']?([0-9a-fA-F]{64})/g,
  /\bpassword +'([^']+)'/g,
  /\bpostgres(?:ql)?:\/\/[^\s:@/]+:([^\s:@/]+)@/g,
  /\b[A-Z_]*(?:SECRET|TOKEN|PASSWORD)[A-Z_]*=["']?([\w.+/=-]{4,})/g,
  /\b(?:clientSecret|webhookSecret|password|secret): *["']?([\w.+/=-]{4,})["']?$/gm,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----)/g,
];

const listTexts = (): readonly string[] =>
  places
    .flatMap((place) =>
      /\.md$/.test(place)
        ? [place]
        : readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((path) =>
            join(place, path),
          ),
    )
    .filter((path) => /\.(md|yaml|service|env|pem|key|json)$/.test(path))
    .filter((path) => /^packages/.test(path) === /^packages\/\w+\/README\.md$/.test(path))
    .map((path) => readFileSync(join(root, path), "utf8"));

const collectSecrets = (): readonly string[] => [
  ...new Set(
    listTexts().flatMap((text) =>
      forms.flatMap((form) => [...text.matchAll(form)].map(([, secret = ""]) => secret)),
    ),
  ),
];

const url = "http://127.0.0.1:9";
const oidc = {
  issuer: "https://eid.example",
  clientId: "fjordbanken",
  levels: ["high"],
  levelMin: "high",
  identityClaim: "pid",
  approvalParameter: "claims",
  approvalClaim: "transaction_text",
};

describe("secrets that the documentation shows", () => {
  const secrets = collectSecrets();

  test("are found", () => {
    assert(secrets.includes("choose-a-password"), String(secrets));
    assert(secrets.some((secret) => /^[0-9a-f]{64}$/.test(secret)));
    assert(secrets.some((secret) => /thirty-two/.test(secret)));
  });

  for (const secret of secrets) {
    const name = secret.slice(0, 24).replaceAll("\n", " ");
    test(`${name}… is refused, and not shown, wherever a secret is read`, async () => {
      using folder = new ServerFolder();
      const isHash = /^[0-9a-f]{64}$/i.test(secret);
      // Settings that read more than one text are tried with the text that they read.
      const database = `postgres://varde:${encodeURIComponent(secret)}@db.example/varde`;
      const ownChannels = [{ name: "app", scopes: ["consents:read"], tokenSha256: secret }];
      folder.write("secret", `${secret}\n`);
      const here = { file: "secret" };
      const oauth = { tokenUrl: "https://login.example", clientId: "varde", clientSecret: here };
      const placed: readonly Readonly<Record<string, unknown>>[] = isHash
        ? [{ ownChannels }]
        : [
            { databaseUrl: { env: "DATABASE" }, dataFolder: undefined },
            { coreBank: { url, oauth } },
            { sca: { oidc: { ...oidc, key: here } } },
            ...(secret.length < 32 ? [] : [{ coreBank: { url, webhookSecret: here } }]),
          ];
      for (const settings of placed) {
        const loaded = loadServerSettings(folder.configure(settings), { DATABASE: database });
        await assert.rejects(checkServer(loaded), ({ message }: Error) => {
          assert.match(message, /example of the documentation, which everybody knows; make your/);
          assert(!message.includes(secret), message);
          return true;
        });
      }
    });
  }
});
