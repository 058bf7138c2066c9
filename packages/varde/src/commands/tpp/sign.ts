import { randomUUID } from "node:crypto";
import {
  buildSigningString,
  findOperation,
  formatCurl,
  headerTitle,
  httpMethods,
  isInvalid,
  missingHeaders,
  parseSignatureHeader,
  readCertificatePem,
  signRequest,
} from "@varde/protocol";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { openFolder, readBank } from "../../identity/open-tpp.ts";
import { tppOptions } from "../../options.ts";
import { readFileBytes } from "../../read-file.ts";

export const sign: Command = {
  usage: ["sign METHOD PATH [-H 'NAME: VALUE' …] [--body TEXT | --body @FILE]"],
  about: [
    "Signs a request as your TPP and shows each step: the signing string, the headers, and a " +
      "curl command that sends the request. Nothing is sent. The signature is valid for one " +
      "minute, because the Date may differ by at most 60 seconds.",
    "Date, Digest, X-Request-ID and TPP-Signature-Certificate are added; give the others with " +
      "-H. Compare the output with that of your own code to find the difference.",
  ],
  options: {
    header: { short: "H", multiple: true, value: "HEADER", about: "A header, as in curl." },
    body: { value: "BODY", about: "The body, or @ and a file name." },
    "cover-target": { about: "Sign (request-target) too, as a bank may require." },
    ...tppOptions,
  },
  examples: [
    { line: "varde sign GET /v1/sandbox/customers" },
    {
      line:
        "varde sign POST /v1/payments/norwegian-domestic-credit-transfers \\\n" +
        "  --body @payment.json -H 'PSU-Context: PRIVATE' -H 'PSU-IP-Address: 192.0.2.7' \\\n" +
        "  -H 'TPP-Session-ID: 1' -H 'TPP-Redirect-URI: https://tpp.example/callback' \\\n" +
        "  -H 'x-accept-fix: amount-as-string'",
    },
  ],
  run: async (invocation) => {
    const { method, path } = readTarget(invocation.words);
    const bank = new URL(readBank(invocation));
    const target = bank.pathname.replace(/\/$/, "") + path;
    const headers = readHeaders(invocation.texts("header"));
    const body = readBody(invocation.text("body"));
    const { certificate: pem, key } = openFolder(invocation).readIdentity();
    const certificate = readCertificatePem(pem);
    if (isInvalid(certificate))
      throw new CommandFailed(`The TPP's certificate ${certificate.reason}.`);
    const added = await signRequest({
      method,
      target,
      headers,
      ...(body !== undefined && { body: body.bytes }),
      key,
      certificate: certificate,
      atMs: Date.now(),
      coverTarget: invocation.has("cover-target"),
    });
    const signed = { ...headers, ...added };
    const curl = formatCurl(method, bank.origin + target, signed, body?.written);
    show({ method, target, signed, curl }, invocation);
  },
};

interface Signed {
  readonly method: string;
  readonly target: string;
  readonly signed: Readonly<Record<string, string>>;
  readonly curl: string;
}

const show = ({ method, target, signed, curl }: Signed, { terminal }: Invocation): void => {
  const values = new Map(
    Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const signature = parseSignatureHeader(signed.Signature ?? "");
  const string = buildSigningString(isInvalid(signature) ? [] : signature.headers, {
    method,
    target,
    header: (name) => values.get(name),
  });
  const signingString = isInvalid(string) ? "" : string;
  const { line, paint } = terminal;
  line("Signing string (no newline at the end):");
  for (const each of signingString.split("\n")) line(`  ${paint("cyan", each)}`);
  line(["", "Headers"]);
  for (const [name, value] of Object.entries(signed)) line(`  ${name}: ${value}`);
  line(["", "To send it within a minute:", "", ...curl.split("\n")]);
  terminal.json({ signingString, headers: signed, curl });
  const operation = findOperation(method, target);
  if (operation === undefined) {
    terminal.note(["", `${method} ${target} is not an operation of the interface.`]);
    return;
  }
  const missing = missingHeaders(operation, (name) => values.has(name));
  if (missing.length > 0) {
    terminal.note(["", `${operation.id} also needs: ${missing.map(headerTitle).join(", ")}`]);
  }
};

const readTarget = (words: readonly string[]) => {
  const [method = "", path = "", ...more] = words;
  const known = httpMethods.find((each) => each === method.toUpperCase());
  if (known === undefined) throw new UsageError(`start with one of ${httpMethods.join(", ")}`);
  if (!/^\/\S+$/.test(path)) throw new UsageError("give the path, like /v1/accounts");
  refuseExtraArguments(more);
  return { method: known, path };
};

const readHeaders = (lines: readonly string[]): Readonly<Record<string, string>> => {
  const pairs = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(":");
    if (colon < 1) throw new UsageError(`-H "${line}" needs a name, a colon and a value`);
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  const has = (name: string) => pairs.some(([each]) => each.toLowerCase() === name);
  return {
    ...(has("x-request-id") ? {} : { "X-Request-ID": randomUUID() }),
    ...Object.fromEntries(pairs),
  };
};

const readBody = (given: string | undefined) => {
  if (given === undefined) return undefined;
  if (!given.startsWith("@")) return { bytes: Buffer.from(given), written: given };
  return { bytes: readFileBytes(given.slice(1)), written: given };
};
