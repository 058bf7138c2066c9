import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";
import { aServingRole, freshDatabase, runOnServer } from "@varde/testkit/postgres";
import { ServerFolder } from "@varde/testkit/server";
import { type PemIdentity, RawTpp, TestAuthority } from "@varde/testkit/tpp";
import { loadServerSettings } from "../src/index.ts";
import { startServer } from "../src/start-server.ts";

type Files = Readonly<Record<string, string>>;

/** A volume as Kubernetes mounts it: every file is a link through `..data`, which is swapped. */
class MountedVolume implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "varde-volume-"));
  #generation = 0;

  /** Writes all files to a new folder, and lets `..data` point to it in one step. */
  swap(files: Files): void {
    this.#generation += 1;
    const folder = `..${this.#generation}`;
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.path, folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode: 0o440 });
    }
    symlinkSync(folder, join(this.path, "..data_tmp"));
    renameSync(join(this.path, "..data_tmp"), join(this.path, "..data"));
    if (this.#generation > 1) {
      rmSync(join(this.path, `..${this.#generation - 1}`), { recursive: true });
      return;
    }
    for (const name of new Set(Object.keys(files).map((each) => each.split("/")[0] ?? ""))) {
      symlinkSync(join("..data", name), join(this.path, name));
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

const settings = {
  bankId: "fjordbanken",
  bankName: "Fjordbanken",
  publicUrl: "https://openbanking.fjordbanken.example",
  port: 0,
  workers: 2,
  migrate: true,
  logTo: "none",
  drainMs: 1_000,
  databaseUrl: { file: "secrets/database-url" },
  module: "ports.mjs",
  tppRegister: "register.json",
  anchors: ["authority.pem"],
  tls: { key: { file: "secrets/tls.key" }, certificate: "tls.pem", port: 0 },
  responseSigner: { key: { file: "secrets/seal.key" }, certificate: "seal.pem" },
};

/** Returns the files of a volume with these identities of the bank. */
const volumeFiles = (folder: ServerFolder, databaseUrl: string, tls: PemIdentity, seal = tls) => ({
  "bank.yaml": JSON.stringify(settings),
  "register.json": folder.read("register.json"),
  "ports.mjs": folder.read("ports.mjs"),
  "authority.pem": folder.read("trust/authority.pem"),
  "tls.pem": tls.certificatePem,
  "seal.pem": seal.certificatePem,
  "secrets/tls.key": tls.privateKeyPem,
  "secrets/seal.key": seal.privateKeyPem,
  "secrets/database-url": `${databaseUrl}\n`,
});

const readPeer = async (https: string): Promise<string> => {
  const { hostname, port } = new URL(https);
  const options = { host: hostname, port: Number(port), rejectUnauthorized: false };
  const socket = connect(options);
  await once(socket, "secureConnect");
  const peer = socket.getPeerX509Certificate();
  socket.destroy();
  return peer?.fingerprint256 ?? "";
};

const fingerprint = ({ certificatePem }: PemIdentity) =>
  new X509Certificate(certificatePem).fingerprint256;

const until = async (what: string, isReached: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 120_000;
  while (!(await isReached())) {
    assert(Date.now() < end, what);
    await pause(200);
  }
};

/** Sends requests on connections that are kept open, until it is stopped. */
const sendMeanwhile = (http: string) => {
  const failures: string[] = [];
  let isOpen = true;
  let count = 0;
  const send = async () => {
    while (isOpen) {
      const path = count % 2 === 0 ? "/health/ready" : "/health/live";
      await fetch(http + path).then(
        async (response) => {
          await response.text();
          if (response.status !== 200) failures.push(`${path} ${response.status}`);
        },
        (error: Error) => failures.push(`${path} ${error.cause ?? error}`),
      );
      count += 1;
      await pause(10);
    }
  };
  const sending = Promise.all([send(), send(), send()]);
  const stop = async () => {
    isOpen = false;
    await sending;
    return { failures, count };
  };
  return { stop };
};

/** Returns the roles of the connections to a database, other than this one. */
const listRoles = async (url: string): Promise<readonly unknown[]> => {
  const others = "datname = current_database() and pid <> pg_backend_pid()";
  const rows = await runOnServer(
    url,
    `select distinct usename from pg_stat_activity where ${others}`,
  );
  return rows.map(({ usename }) => usename);
};

describe("files of a bank that Kubernetes mounts", () => {
  test("keys, certificates, password and register are replaced without a restart", async () => {
    await using database = await freshDatabase();
    await using core = await freshDatabase();
    using folder = new ServerFolder({ engine: "postgres", url: core.url });
    using volume = new MountedVolume();
    const authority = new TestAuthority("Bank CA");
    const [first, second] = [authority.issue(), authority.issue()];
    volume.swap(volumeFiles(folder, database.url, first));
    const loaded = loadServerSettings(join(volume.path, "bank.yaml"), {});
    const server = await startServer(loaded);
    const { http = "", https = "" } = server.addresses;
    const role = await aServingRole(database.url);
    const sending = sendMeanwhile(http);
    try {
      assert.equal(await readPeer(https), fingerprint(first));

      volume.swap(volumeFiles(folder, role.url, second));
      await until("all workers have the new certificate", async () => {
        const peers = await Promise.all(Array.from({ length: 6 }, () => readPeer(https)));
        return peers.every((peer) => peer === fingerprint(second));
      });
      const tpp = new RawTpp(http, folder.tpp);
      const signed = await tpp.send({
        path: "/v1/accounts",
        headers: { "Accept-Signature": "sig" },
      });
      const seal = new X509Certificate(second.certificatePem).raw.toString("base64");
      assert.equal(signed.headers["aspsp-signature-certificate"], seal, signed.text);
      await until("only the new role is connected", async () => {
        const roles = await listRoles(database.url);
        return roles.length === 1 && roles[0] === new URL(role.url).username;
      });

      // A key of another certificate is refused, and the last one stays in force.
      const broken = { ...second, privateKeyPem: first.privateKeyPem };
      volume.swap(volumeFiles(folder, role.url, broken, second));
      await pause(8_000);
      assert.equal(await readPeer(https), fingerprint(second));

      const noTpps = { "register.json": JSON.stringify({ providers: [], blocked: [] }) };
      volume.swap({ ...volumeFiles(folder, role.url, second), ...noTpps });
      await until("the TPP is no longer registered", async () => {
        const { json } = await tpp.send({ path: "/v1/accounts" });
        return json.tppMessages[0].code !== "HTTP_HEADER_REQUIRED";
      });

      const { failures, count } = await sending.stop();
      assert(count > 100, String(count));
      assert.deepEqual(failures, []);
    } finally {
      await sending.stop();
      await server.close();
      await role[Symbol.asyncDispose]();
    }
  });
});
