import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { loadInstallation, type RunningInstallation, startInstallation } from "@varde/server";
import { freePort, missingPrograms } from "@varde/testkit/processes";
import { BanksFolder } from "@varde/testkit/server";
import { TestAuthority } from "@varde/testkit/tpp";
import { followGuide, GuideFolder, readBlocks } from "./guide.ts";

const guide = "many-banks.md";
const block = (language: string): string => {
  const found = readBlocks(guide).find((each) => each.language === language);
  return found?.code ?? assert.fail(`the guide has no block in ${language}`);
};
const names = ["fjordvik", "heiane", "lyngen"];
const hostOf = (name: string) => `openbanking.${name}.example`;

test(`${guide} does what it shows`, {
  skip: missingPrograms(["openssl", "curl", "timeout"]),
}, async () => {
  const place = new GuideFolder("http://127.0.0.1:8080");
  try {
    assert.deepEqual(await followGuide(guide, place), []);
  } catch (error) {
    stopServer(join(place.path, "varde.pid"));
    throw error;
  } finally {
    place.close();
  }
});

/** Ends the process that an unfinished guide has left running. */
const stopServer = (file: string): void => {
  if (existsSync(file)) process.kill(Number(readFileSync(file, "utf8")));
};

/** Writes a certificate for each host as both proxies want it, and returns the folder. */
const writeCertificates = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "varde-proxy-"));
  mkdirSync(join(folder, "tls"));
  for (const name of names) {
    const { certificatePem, privateKeyPem } = new TestAuthority().issue({
      subject: [["2.5.4.3", hostOf(name)]],
    });
    writeFileSync(join(folder, "tls", `${hostOf(name)}.pem`), certificatePem);
    writeFileSync(join(folder, "tls", `${hostOf(name)}.key`), privateKeyPem);
  }
  return folder;
};

describe("nginx in front of two folders of banks, as the guide sets it up", {
  skip: missingPrograms(["nginx"]),
}, () => {
  const folders: BanksFolder[] = [];
  const running: RunningInstallation[] = [];
  const folder = writeCertificates();
  let nginx: ChildProcess;
  let port: number;

  before(async () => {
    port = await freePort();
    for (const members of [names.slice(0, 2), names.slice(2)]) {
      const banks = new BanksFolder(members, { trustedProxies: ["127.0.0.1"] });
      for (const name of members) {
        banks.configureBank(name, { publicUrl: `https://${hostOf(name)}` });
      }
      folders.push(banks);
      running.push(await startInstallation(loadInstallation(banks.banks, {}), {}));
    }
    const addressOf = (at: number) => new URL(running[at]?.addresses.http ?? "").host;
    const configuration = block("nginx")
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replaceAll("/etc/varde", folder)
      .replaceAll("127.0.0.1:8081", addressOf(0))
      .replaceAll("127.0.0.1:8082", addressOf(1))
      .replace("http {", `http { access_log off; client_body_temp_path ${folder};`);
    writeFileSync(join(folder, "nginx.conf"), configuration);
    // The workers of nginx read the certificates, and are another user if this one is root.
    const main = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;`;
    const words = ["-p", folder, "-g", main, "-c", join(folder, "nginx.conf")];
    nginx = spawn("nginx", words, { stdio: ["ignore", "ignore", "inherit"] });
    while ((await send("fjordvik", "/").catch(() => undefined)) === undefined) {
      assert.equal(nginx.exitCode, null, "nginx accepts the configuration");
      await setTimeout(20);
    }
  });
  after(async () => {
    const ended = once(nginx, "exit");
    nginx.kill();
    await ended;
    for (const each of running) await each.close();
    for (const each of folders) each[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (name: string, path: string, host = hostOf(name)) => {
    const options: RequestOptions = {
      ...{ host: "127.0.0.1", port, path, servername: hostOf(name), rejectUnauthorized: false },
      headers: { host, accept: "text/html" },
    };
    return new Promise<{ readonly status: number | undefined; readonly text: string }>(
      (resolve, reject) => {
        request(options, async (response) => {
          let text = "";
          for await (const part of response) text += part;
          resolve({ status: response.statusCode, text });
        })
          .once("error", reject)
          .end();
      },
    );
  };

  for (const name of names) {
    test(`sends ${name} to its process`, async () => {
      const { status, text } = await send(name, "/sca/no-such-link");
      assert.equal(status, 410);
      assert.match(text, new RegExp(`${name} Sparebank`, "i"));
    });
  }

  test("lets nobody read metrics or health, and no host reach a foreign bank", async () => {
    for (const path of ["/metrics", "/health/ready", "/health/banks"]) {
      const { status, text } = await send("heiane", path);
      assert.equal(status, 404);
      assert.doesNotMatch(text, /ready|varde_/);
    }
    const { status } = await send("heiane", "/v1/accounts", "other.example");
    assert.ok(status !== undefined && status >= 400, String(status));
  });
});

test("haproxy accepts the guide's configuration", { skip: missingPrograms(["haproxy"]) }, () => {
  const folder = writeCertificates();
  try {
    // In a folder of certificates, haproxy finds the key of x.pem in x.pem.key.
    for (const name of names) {
      const file = join(folder, "tls", hostOf(name));
      execFileSync("mv", [`${file}.key`, `${file}.pem.key`]);
    }
    const map = readBlocks(guide).findLast(({ language }) => language === "text");
    assert.match(map?.code ?? "", /^openbanking\.fjordvik\.example folder_one$/m);
    writeFileSync(join(folder, "hosts.map"), map?.code ?? "");
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, block("haproxy").replaceAll("/etc/varde", folder));
    execFileSync("haproxy", ["-c", "-f", file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
