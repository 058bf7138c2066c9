import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import {
  decodeRfc2047,
  describeTolerance,
  isInvalid,
  psd2StatementDer,
  type ToleratedFormId,
  toleratedForms,
} from "@varde/protocol";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aPayment, aPeriodicPayment, ndct, periodicNdct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import {
  aTpp,
  changePart,
  type RawRequest,
  type RawResponse,
  type RawTpp,
  resign,
  TestAuthority,
} from "@varde/testkit/tpp";

const lenient = await aBank({ bank: { strictness: "lenient" } });
const strict = await aBank({ bank: { strictness: "strict" } });
after(() => Promise.all([lenient.close(), strict.close()]));

const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const inside = Buffer.concat(content);
  const length = inside.length < 128 ? [inside.length] : [0x81, inside.length];
  return Buffer.concat([Buffer.from([tag, ...length]), inside]);
};
const qcStatementsOid = Buffer.from("06082b06010505070103", "hex");
const statement = psd2StatementDer(["PSP_PI"], "Finanstilsynet", "NO-FSA");
const bareStatements = der(0x30, qcStatementsOid, der(0x04, statement));

const authority = new TestAuthority("Blåbær CA");
const withBareStatements = authority.issue({
  hasQcStatements: false,
  moreExtensions: [bareStatements],
});
const withForeignIssuer = authority.issue();

interface Sample extends Partial<RawRequest> {
  readonly identity?: Parameters<typeof aTpp>[1];
}

const signatureAs = (change: (signature: string) => string): Sample => ({
  tamper: (sent) => {
    sent.Signature = change(String(sent.Signature));
  },
});
const serialAs = (change: (serial: string) => string): Sample =>
  signatureAs((text) => text.replace(/SN=([^,]*)/, (_, serial: string) => `SN=${change(serial)}`));
const issuerAs = (change: (issuer: string) => string): Sample =>
  signatureAs((text) => text.replace(/CA=([^"]*)/, (_, name: string) => `CA=${change(name)}`));
const reversed = (text: string, separator: string | RegExp): string =>
  text.split(separator).reverse().join(",");
const hoursAway = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toUTCString();

/** A request that has each tolerated form and is right otherwise. */
const samples = (tpp: RawTpp): Readonly<Record<ToleratedFormId, Sample>> => ({
  "serial-lower-case": serialAs((serial) => serial.toLowerCase()),
  "serial-colons": serialAs((serial) => serial.match(/../g)?.join(":") ?? ""),
  "serial-0x": serialAs((serial) => `0x${serial}`),
  "serial-leading-zeros": serialAs((serial) => `00${serial}`),
  "key-id-blanks": signatureAs((text) => text.replace(",CA=", ", CA=")),
  "issuer-order": issuerAs((name) => reversed(name, ",")),
  "issuer-subset": issuerAs((name) => name.replace(/,C=NO/, "")),
  "issuer-names": issuerAs((name) => name.replace("CN=", "OID.2.5.4.3=")),
  "issuer-blanks": issuerAs((name) => name.replaceAll(",", ", ")),
  "issuer-rfc-1779": issuerAs((name) => name.replaceAll(",", ";")),
  "issuer-spelling": issuerAs((name) => name.replace(/(?<=CN=)[^,]*/, (cn) => cn.toUpperCase())),
  "issuer-percent-encoded": issuerAs(encodeURIComponent),
  "parts-order": signatureAs((text) => reversed(text, /,(?=\w+="[^"]*")/)),
  "parts-blanks": signatureAs((text) => text.replace(/,(?=\w+="[^"]*")/g, ", ")),
  "parts-unknown": signatureAs((text) => `${text},created="1"`),
  "algorithm-name": signatureAs((text) => changePart(text, "algorithm", "SHA256withRSA")),
  "rsa-sha512": { tamper: (sent) => resign(sent, { key: tpp.key, hash: "sha512" }) },
  "signature-raw-bytes": {
    identity: withForeignIssuer,
    ...signatureAs((text) => {
      const decoded = decodeRfc2047(text);
      return isInvalid(decoded) ? "" : decoded;
    }),
  },
  "signature-needless-rfc-2047": signatureAs(
    (text) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`,
  ),
  "certificate-pem": {
    tamper: (sent) => {
      const base64 = String(sent["TPP-Signature-Certificate"]).replace(/.{64}/g, "$&\n");
      const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
      sent["TPP-Signature-Certificate"] = Buffer.from(pem).toString("base64");
    },
  },
  "qc-statements-bare": { identity: withBareStatements },
  "date-one-digit-day": { headers: { Date: hoursAway(0).replace(", 0", ", ") } },
  "date-numeric-zone": { headers: { Date: hoursAway(1).replace("GMT", "+0100") } },
  "digest-token-case": {
    tamper: (sent) => {
      sent.Digest = String(sent.Digest).replace("SHA", "sha");
      resign(sent, { key: tpp.key });
    },
  },
  "boolean-case": { path: `${ndct}?allowLogicalDuplicate=True` },
  preceeding: {
    path: periodicNdct,
    body: aPeriodicPayment({ executionRule: "preceeding" }),
  },
});

/** A day of one digit, soon enough for the certificates to be valid. */
const soon = Temporal.Now.plainDateISO("UTC").add({ months: 1 }).with({ day: 3 });

const send = async (
  form: ToleratedFormId,
  bank: Parameters<typeof aTpp>[0],
): Promise<RawResponse> => {
  const { identity, ...sample } = samples(aTpp(bank))[form];
  return aTpp(bank, identity).send({
    path: ndct,
    body: aPayment({ remittanceInformationUnstructured: form }),
    ...sample,
    headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE", ...sample.headers },
  });
};

const forms = Object.keys(toleratedForms) as ToleratedFormId[];

describe("a tolerated form", () => {
  for (const form of forms) {
    test(`SIG-37: ${form} is accepted with a warning, and refused by a strict bank`, async (t) => {
      const now = soon.toZonedDateTime("UTC").epochMilliseconds + 43_200_000;
      if (form === "date-one-digit-day") t.mock.timers.enable({ apis: ["Date"], now });
      const accepted = await send(form, lenient);
      assert.equal(accepted.status, 201, accepted.text);
      const warnings = String(accepted.headers["varde-warning"]).split(" | ");
      const [expected = ""] = describeTolerance({ form }).split(/\.$/);
      const found = warnings.filter((warning) =>
        warning.startsWith(expected.replace(/[^ -~]/g, "?")),
      );
      assert.equal(found.length, 1, warnings.join("\n"));
      const refused = await send(form, strict);
      assert.equal(refused.status, 400, refused.text);
      const { where, asks } = toleratedForms[form];
      const [{ path, text }] = refused.json.tppMessages;
      if (form !== "boolean-case") assert.equal(path, where);
      assert.ok(text.includes(asks), text);
    });
  }

  test("SIG-37: a request without one has no warning and passes a strict bank", async () => {
    for (const bank of [lenient, strict]) {
      const response = await aTpp(bank).send({
        path: `${ndct}?allowLogicalDuplicate=true`,
        body: aPayment(),
        headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" },
      });
      assert.deepEqual([response.status, response.headers["varde-warning"]], [201, undefined]);
    }
  });

  test("SIG-37: is logged and counted in production, without Varde-Warning", async () => {
    const plain = new TestAuthority();
    await using bank = await aProductionBank(lenient, { anchors: [plain.certificate] });
    const response = await send("parts-order", { ...bank, tpp: plain.issue() });
    assert.deepEqual([response.status, response.headers["varde-warning"]], [201, undefined]);
    assert.match(JSON.stringify(bank.log.lines.at(-1)), /"warnings":\["Signature: another order/);
    const metrics = await (await fetch(`${bank.addresses.http}/metrics`)).text();
    assert.match(metrics, /varde_tolerated_forms_total\{form="parts-order"\} 1/);
  });

  test("SIG-38: bare qcStatements are refused in production, and the log names them", async () => {
    await using bank = await aProductionBank(lenient, { anchors: [authority.certificate] });
    const response = await send("qc-statements-bare", { ...bank, tpp: withBareStatements });
    assert.equal(response.status, 400);
    assert.equal(response.json.tppMessages[0].text, "The TPP-Signature-Certificate check failed.");
    assert.match(
      JSON.stringify(bank.log.lines.at(-1)),
      /qcStatements \(1\.3\.6\.1\.5\.5\.7\.1\.3\)/,
    );
  });
});
