import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect, promisify } from "node:util";
import * as protocol from "@varde/protocol";
import * as tpp from "@varde/tpp";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

interface DocumentedExample {
  readonly path: string;
  readonly code: string;
}

/** Every example in the doc comments of the public exports. */
const examples: readonly DocumentedExample[] = globSync(
  "packages/{tpp,protocol,bank,sandbox,sca-oidc,core-bank-http}/src/**/*.ts",
  { cwd: root },
).flatMap((path) =>
  readFileSync(join(root, path), "utf8")
    .matchAll(/@example ?(.*?)(?=\n *\*\/|\n *\*\n *\* @| \*\/)/gs)
    .map(([, text = ""]) => ({ path, code: text.replaceAll(/^ *\* ?/gm, "").trim() }))
    .toArray(),
);

/** Names that the examples assume: a client, a web server around it, parts of a bank. */
const given: Readonly<Record<string, string>> = {
  client: "TppClient",
  psu: "Psu",
  otherPsu: "Psu",
  mandates: "$bank.SigningMandates",
  signingRequest: "$bank.SigningRequest",
  body: "any",
  payment: 'CreatedPayment<"NDCT">',
  rent: "{ paymentId: string }",
  power: "{ paymentId: string }",
  accountId: "string",
  request: '{ url: string; headers: { "tpp-signature-certificate": string } }',
  response: "{ redirect(address: string): void; setHeader(name: string, value: string): void }",
  readCookie: "(request: object, name: string) => string",
  store: "(memory: object) => Promise<void>",
  sendPsuTo: "(address: string | undefined) => void",
  showPsu: "(text: string) => void",
  redirect: "(address: string) => void",
  later: "() => void",
  scaRedirect: "string",
  key: "string",
  certificate: "Certificate",
  target: "string",
  url: "string",
  headers: "Record<string, string>",
  worldId: "string",
  directory: "PsuDirectory",
  psuDirectory: "PsuDirectory",
  blocked: "ReadonlySet<string>",
  ourRegister: "TppRegister",
  ourDirectory: "$contracts.PsuDirectorySubject",
  admittedRequest: "TppRequest",
  privateJwk: "$scaOidc.OidcOptions['key']",
  coreBank: "CoreBank",
  scaMethod: "ScaMethod",
  beginningSca: "BeginningSca",
  storage: "$storage.Storage",
  onFault: "AppScaOptions['onFault']",
  findDevice: "AppScaOptions['findDevice']",
  appNotifier: "AppScaOptions['appNotifier']",
  user: "Parameters<$bank.AppScaMethod['listChallenges']>[0]",
  deviceId: "string",
  signature: "Uint8Array",
  instruction: 'Parameters<CoreBank["submitAll"]>[0][number]',
};

const prelude = `type AppScaOptions = ConstructorParameters<typeof $bank.AppScaMethod>[0];
import type { BeginningSca, Clock, CoreBank } from "@varde/bank";
import type { PsuDirectory, ScaMethod, TppRegister, TppRequest } from "@varde/bank";
import type { Certificate } from "@varde/protocol";
import * as $bank from "@varde/bank";
import * as $contracts from "@varde/bank/contracts";
import * as $coreBankHttp from "@varde/core-bank-http";
import * as $protocol from "@varde/protocol";
import * as $sandbox from "@varde/sandbox";
import * as $scaOidc from "@varde/sca-oidc";
import type * as $storage from "@varde/storage";
import type { CreatedPayment, Psu, TppClient } from "@varde/tpp";
import * as $tpp from "@varde/tpp";
declare const $given: { ${Object.entries(given)
  .map(([name, type]) => `${name}: ${type};`)
  .join(" ")} };
export type Used = Clock | TppRegister;
`;

const owners: Readonly<Record<string, readonly string[]>> = {
  $tpp: Object.keys(tpp),
  $protocol: Object.keys(protocol),
  $bank: ["AppScaMethod", "bankSettings", "loadConfiguration", "SocketSigner", "databaseClock"],
  $coreBankHttp: ["createHttpCoreBank"],
  $contracts: ["psuDirectoryContract", "runContract", "testContract", "tppRegisterContract"],
  $sandbox: ["startBank", "startBanks", "dataSet"],
  $scaOidc: ["createOidcScaMethod"],
  $given: Object.keys(given),
};

/** Wraps an example in a function that declares what it uses. */
const wrap = ({ path, code }: DocumentedExample, at: number): string => {
  // A word after a dot or before a colon is a field name.
  const words = new Set(
    [...code.replaceAll(/(?<!:)\/\/.*$/gm, "").matchAll(/(?<![.\w"/-])([A-Za-z_]\w*)\b(?!:)/g)].map(
      ([word]) => word,
    ),
  );
  const declared = new Set(
    [...code.matchAll(/(?:const|let) (?:(\w+)|\{ ([\w, ]+) \})/g)].flatMap(
      ([, name, names = ""]) => [name, ...names.split(", ")],
    ),
  );
  const lines = Object.entries(owners).map(([owner, names]) => {
    const taken = names.filter((name) => words.has(name) && !declared.has(name));
    return `const { ${taken.join(", ")} } = ${owner};`;
  });
  const head = `// ${path}\nexport const example${at} = async () => {`;
  return `${head}\n${lines.join("\n")}\n${code}\n};\n`;
};

describe("the examples in the doc comments of public exports", () => {
  test("are type-checked against the exports", async () => {
    assert(examples.length >= 30, `${examples.length} examples`);
    const cache = join(root, "node_modules/.cache/varde");
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "examples-"));
    const compilerOptions = { noUnusedLocals: false, noImplicitReturns: false, noEmit: true };
    const project = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...project, exclude: [] }));
    writeFileSync(join(folder, "examples.ts"), `${prelude}\n${examples.map(wrap).join("\n")}`);
    try {
      await run("tsc", ["--project", folder], { cwd: root });
    } catch (error) {
      assert.fail((error as { stdout: string }).stdout);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("return what the comment beside them says", () => {
    const said = examples.flatMap(({ code }) => {
      const [, call, value] = /^(\w+\(.*\)(?:[\w.?[\]]*));? \/\/ (.+)$/.exec(code) ?? [];
      const isAlone = call !== undefined && !/\bbody\b/.test(call);
      return isAlone && value !== undefined ? [{ call, value }] : [];
    });
    assert(said.length >= 6, `${said.length} of them`);
    for (const { call, value } of said) {
      const given = new Function(...Object.keys(protocol), `return ${call}`);
      const written = inspect(given(...Object.values(protocol)), { breakLength: 1000 });
      // Node prints arrays with blanks inside the brackets.
      const plain = (text: string) =>
        text
          .replaceAll(/["'`]/g, "'")
          .replaceAll(/(?<=\[) | (?=\])/g, "")
          .split("…")[0] ?? "";
      assert(plain(written).startsWith(plain(value)), `${call} is ${written}`);
    }
  });
});
