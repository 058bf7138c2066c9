import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnoseCertificate } from "../../src/certificate/diagnose-certificate.ts";
import { ownReader } from "../../src/own-reader.ts";

test("recognises hexadecimal digits, whether or not they are base64, too", () => {
  for (const bytes of [600, 601]) {
    const der = Buffer.alloc(bytes);
    der.writeUInt32BE(0x30820000 + bytes - 4);
    assert.match(
      diagnoseCertificate(ownReader, der.toString("hex")) ?? "",
      /^is hexadecimal; send/,
    );
  }
});
