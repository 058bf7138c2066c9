import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { formatCertificatePem } from "@varde/protocol";
import { missingPrograms } from "@varde/testkit/processes";
import { BanksFolder } from "@varde/testkit/server";
import { RawTpp } from "@varde/testkit/tpp";
import { makeListSigner, OpensslAuthority, signList } from "@varde/testkit/trusted-lists";
import { checkInstallation, loadInstallation } from "../../src/index.ts";
import { anInstallation } from "./an-installation.ts";
import { pay } from "./payment-load.ts";

const equal = ["fjordvik", "heiane"];
const names = [...equal, "lyngen"];

test("a trusted list of several banks is verified once when it changes, by one thread", {
  skip: missingPrograms(["openssl", "xmlsec"]),
}, async () => {
  await using stack = new AsyncDisposableStack();
  const pki = stack.use(new OpensslAuthority());
  makeListSigner(pki, "signer");
  const organizationIdentifier = "PSDNO-FSA-987654321";
  const roles = ["PSP_PI", "PSP_AI"] as const;
  const { der } = pki.issueSeal("tpp", { hasRsaKey: true, organizationIdentifier, roles });
  const certificatePem = pki.pem("intermediate");
  const writeList = (status: "granted" | "withdrawn") => {
    const service = { type: "CA/QC", certificatePem, uses: ["ForeSeals"], status } as const;
    folder.write("banks/list.xml", signList([service], pki).toString());
  };
  const folder = stack.use(new BanksFolder([]));
  folder.write("banks/signer.pem", pki.pem("signer"));
  writeList("withdrawn");
  const trustedLists = [{ file: "list.xml", signers: ["signer.pem"] }];
  const certificates = { trustedLists, whenUnavailable: "accept" };
  folder.configureDefaults({ anchors: undefined, certificates });
  for (const name of equal) folder.configureBank(name);
  // A bank that trusts other authorities too has the list in common with the others.
  folder.configureBank("lyngen", { certificates: { authorities: "../trust/authority.pem" } });
  let threads = 0;
  const countThread = () => {
    threads += 1;
  };
  process.on("worker", countThread);
  stack.defer(() => void process.off("worker", countThread));
  const installation = stack.use(await anInstallation(folder));
  for (const { bank, faults } of installation.banks()) assert.deepEqual(faults, [], bank);
  assert.equal(threads, 1, "at the start");
  const tpp = new RawTpp(installation.addresses.http ?? "", {
    certificatePem: formatCertificatePem(der),
    privateKeyPem: readFileSync(pki.path("tpp.key"), "utf8"),
  });
  tpp.responsesAreDocumented = false;
  for (const name of names) {
    const { status, text } = await pay(tpp, name);
    assert.equal(status, 403, text);
  }
  writeList("granted");
  for (const name of names) {
    while ((await pay(tpp, name)).status !== 201) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  assert.equal(threads, 2, "after the change");
  // A bank that is opened later uses what the others have verified.
  folder.configureBank("lyngen", { bankName: "Ny Lyngen" });
  await installation.reload();
  assert.equal((await pay(tpp, "lyngen")).status, 201);
  assert.equal(threads, 2, "after a bank was opened again");
  await checkInstallation(loadInstallation(folder.banks, {}));
  assert.equal(threads, 3, "after a check of all files");
});
