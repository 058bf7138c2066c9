import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  constants,
  createHash,
  createPrivateKey,
  sign,
  verify,
  X509Certificate,
} from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { explainRequest, isInvalid, readCertificatePem, signRequest } from "@varde/protocol";
import { ownReader } from "@varde/protocol/own-reader";
import { missingPrograms } from "@varde/testkit/processes";

interface Vector {
  readonly name: string;
  readonly certificate: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly digest?: string;
  readonly signedHeaders: readonly string[];
  readonly signingString: string;
  readonly keyId: string;
  readonly signature: string;
  readonly signatureHeader: string;
}

const folder = new URL("../../docs/guides/signing-vectors/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const file = (name: string): string => fileURLToPath(new URL(name, folder));
const { vectors, key: keyFile }: { vectors: readonly Vector[]; key: string } = JSON.parse(
  read("vectors.json"),
);
const key = createPrivateKey(read(keyFile));
const padding = constants.RSA_PKCS1_PADDING;
const sixHeaders = ["date", "digest", "x-request-id", "psu-id", "psu-corporate-id"].concat(
  "tpp-redirect-uri",
);

/** Builds a signing string as the guide describes it, without the code of the bank. */
const buildString = ({ headers, method, target, signedHeaders }: Vector): string => {
  const values = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  values.set("(request-target)", `${method.toLowerCase()} ${target}`);
  return signedHeaders.map((name) => `${name}: ${values.get(name)}`).join("\n");
};

const guide = readFileSync(new URL("../signing.md", folder), "utf8");
/** Returns the block of the guide with this mark, without its last newline. */
const shown = (mark: string): string | undefined =>
  new RegExp(`^\`\`\`text ${mark}\n(.*?)\n\`\`\`$`, "ms").exec(guide)?.[1];

for (const vector of vectors) {
  describe(`the signing vector ${vector.name}`, () => {
    const { headers, body, digest, signingString, signature, signatureHeader, keyId } = vector;
    const certificate = new X509Certificate(read(vector.certificate));

    test("SIG-24, SIG-26, SIG-27: has the signing string that its headers make", () => {
      assert.equal(buildString(vector), signingString);
      const sent = Object.keys(headers).map((name) => name.toLowerCase());
      const listed = vector.signedHeaders.filter((name) => name !== "(request-target)");
      assert.deepEqual(
        listed,
        sixHeaders.filter((name) => sent.includes(name)),
      );
    });

    test("SIG-23: has the signature that its key makes, by node:crypto", () => {
      const bytes = Buffer.from(signingString);
      assert.equal(sign("sha256", bytes, { key, padding }).toString("base64"), signature);
      const publicKey = { key: certificate.publicKey, padding };
      assert.ok(verify("sha256", bytes, publicKey, Buffer.from(signature, "base64")));
      assert.equal(headers["TPP-Signature-Certificate"], certificate.raw.toString("base64"));
    });

    test("has the digest of its body, or none", () => {
      assert.equal(body === undefined, digest === undefined);
      if (body === undefined) return;
      assert.equal(digest, `SHA-256=${createHash("sha256").update(body).digest("base64")}`);
      assert.equal(headers.Digest, digest);
    });

    test("SIG-12, SIG-14, SIG-28: has the Signature header of its parts", () => {
      const escaped = keyId.replace(/"|\\(?=["\\]|$)/g, "\\$&");
      const names = vector.signedHeaders.join(" ");
      const parts =
        `keyId="${escaped}",algorithm="rsa-sha256",headers="${names}",` +
        `signature="${signature}"`;
      const [, word] = /^=\?utf-8\?B\?(.*)\?=$/.exec(signatureHeader) ?? [];
      const written = word === undefined ? signatureHeader : Buffer.from(word, "base64").toString();
      assert.equal(written, parts);
      assert.equal(word === undefined, /^[\x20-\x7e]*$/.test(parts));
      assert.match(keyId, new RegExp(`^SN=${certificate.serialNumber},CA=CN=Varde vectors CA`));
    });

    test("has the same request and signing string in its own files", () => {
      const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
      const sent = { ...headers, Signature: signatureHeader, ...length };
      const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\n`);
      const head = `${vector.method} ${vector.target} HTTP/1.1\n${lines.join("")}\n`;
      assert.equal(read(`${vector.name}.http`), head + (body ?? ""));
      assert.equal(read(`${vector.name}.signing-string`), signingString);
      if (body !== undefined) assert.equal(read(`${vector.name}.body`), body);
    });

    test("is right for the bank, and what the SDK sends", async () => {
      const all = Object.entries({ ...headers, Signature: signatureHeader });
      const request = {
        method: vector.method,
        target: vector.target,
        headers: all.map(([name, value]) => [name.toLowerCase(), value] as const),
        body: Buffer.from(body ?? ""),
      };
      const { verdict, checks } = explainRequest(
        ownReader,
        request,
        Date.parse(headers.Date ?? ""),
      );
      assert.equal(verdict, "right", JSON.stringify(checks));
      const ownCertificate = readCertificatePem(read(vector.certificate));
      assert.ok(!isInvalid(ownCertificate));
      const signed = await signRequest({
        method: vector.method,
        target: vector.target,
        headers,
        ...(body !== undefined && { body }),
        key,
        certificate: ownCertificate,
        atMs: 0,
        coverTarget: vector.signedHeaders.includes("(request-target)"),
      });
      assert.equal(signed.Signature, signatureHeader);
    });

    const skip = missingPrograms(["openssl"]);
    test("is verified by OpenSSL", { skip }, () => {
      const openssl = (words: readonly string[], input?: string | Buffer) =>
        execFileSync("openssl", words, input === undefined ? {} : { input });
      const made = openssl([
        ...["dgst", "-sha256", "-sign", file(keyFile)],
        file(`${vector.name}.signing-string`),
      ]);
      assert.equal(made.toString("base64"), signature);
      if (body !== undefined) {
        const hash = openssl(["dgst", "-sha256", "-binary", file(`${vector.name}.body`)]);
        assert.equal(`SHA-256=${hash.toString("base64")}`, digest);
      }
      const form = ["-nameopt", "RFC2253,-esc_msb,utf8"];
      const printed = openssl([
        ...["x509", "-in", file(vector.certificate), "-noout", "-serial", "-issuer", ...form],
      ]).toString();
      const [, serial, issuer] = /serial=(.*)\nissuer=(.*)\n/.exec(printed) ?? [];
      assert.equal(keyId, `SN=${serial},CA=${issuer}`, "as the command of the guide prints it");
    });
  });
}

describe("the signing guide", () => {
  const byName = new Map(vectors.map((vector) => [vector.name, vector]));
  const payment = byName.get("payment");

  test("shows the values of the vectors", () => {
    assert.equal(shown("digest"), payment?.digest);
    assert.equal(shown("signing-string"), payment?.signingString);
    assert.equal(shown("signature"), payment?.signature);
    assert.equal(shown("signature-header"), payment?.signatureHeader);
    assert.equal(shown("nordic-key-id"), byName.get("nordic-issuer")?.keyId);
    assert.ok(
      byName.get("request-target")?.signingString.startsWith(`${shown("request-target-line")}\n`),
    );
  });

  test("links to every file of the vectors", () => {
    const linked = [...guide.matchAll(/\(signing-vectors\/([^)]+)\)/g)].map(([, name]) => name);
    assert.deepEqual(linked.toSorted(), readdirSync(folder).toSorted());
  });

  test("quotes only explanations that the sandbox gives", () => {
    const files = ["form", "line", "value", "address"].map((kind) => `${kind}-mistakes`);
    const sources = [...files, "diagnose-signature"]
      .map((name) => `../../packages/protocol/src/signing/diagnosis/${name}.ts`)
      .map((path) =>
        readFileSync(new URL(path, import.meta.url), "utf8").replaceAll(/" \+\s+"/g, ""),
      )
      .join("\n");
    const [table = ""] = guide.slice(guide.indexOf("| you see |")).split("\n\n", 1);
    const quoted = [...table.matchAll(/^\| ([^|]+) \|/gm)].slice(2).map(([, text = ""]) => text);
    assert.ok(quoted.length >= 10);
    for (const text of quoted) assert.ok(sources.includes(text), text);
  });

  test("the picture shows the values of the vector payment, in colours of its own", () => {
    const picture = readFileSync(new URL("../signing.svg", folder), "utf8");
    const texts = [...picture.matchAll(/<text [^>]*class="mono[^>]*>([^<]+)</g)].map(
      ([, text = ""]) => text.split("…")[0] ?? "",
    );
    const lines = payment?.signingString.split("\n") ?? [];
    for (const line of lines) {
      assert.ok(
        texts.some((text) => text.length > 20 && line.startsWith(text)),
        line,
      );
    }
    assert.doesNotMatch(picture, /currentColor|fill="black"|<script/);
  });
});
