import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isInvalid, readCertificatePem, signRequest } from "@varde/protocol";
import { type Caller, customer, paymentCreations, redirectUri } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { listUnsigned } from "../setup/list-unsigned.ts";
import type { BenchRun } from "./bench-run.ts";

const warmUp = 32;
const baskets = 64;
const perBasket = 100;
const rounds = 3;
/** Baskets are signed concurrently, because creations are also measured 64 at a time. */
const atOnce = 32;

/** Compares the cost of creating and signing a basket of 100 with ten payment creations. */
export const benchBasket = async (run: BenchRun): Promise<void> => {
  const place = { dataFolder: join(run.folder, "basket") };
  const bank = await startSandbox(place);
  const caller = await prepareCaller(bank.port);
  const count = (warmUp + baskets) * perBasket;
  await run.load.sign(paymentCreations(caller, count));
  await sendRound(run.load, bank, count);
  const creations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await run.load.sign(paymentCreations(caller, run.sizes.perRound));
    creations.push((await sendRound(run.load, bank, run.sizes.perRound)).cpuUs);
  }
  const paymentIds = listUnsigned(place.dataFolder, count);
  const members = Array.from({ length: warmUp + baskets }, (_, basket) =>
    paymentIds.slice(basket * perBasket, (basket + 1) * perBasket),
  );
  await signBaskets(bank, caller, members.slice(0, warmUp));
  const before = bank.usage();
  await signBaskets(bank, caller, members.slice(warmUp));
  const basketUs = ((bank.usage().cpuMs - before.cpuMs) * 1_000) / baskets;
  await bank.stop();
  run.report.section("L06", "a basket of 100, SQLite", ["creation", "basket", "ratio"]);
  const ten = median(creations) * 10;
  run.report.line("CPU, µs (ten creations)", [ten, basketUs, basketUs / ten], atMost(3));
};

const signBaskets = async (
  bank: ServerProcess,
  caller: Caller,
  baskets: readonly (readonly string[])[],
): Promise<void> => {
  const left = baskets.values();
  const sign = async () => {
    for (const members of left) await signBasket(bank, caller, members);
  };
  await Promise.all(Array.from({ length: atOnce }, sign));
};

/** Creates a basket, starts its authorisation and completes the SCA. */
const signBasket = async (
  bank: ServerProcess,
  caller: Caller,
  paymentIds: readonly string[],
): Promise<void> => {
  const base = `http://127.0.0.1:${bank.port}`;
  const basket = await call(base, caller, "/v1/signing-baskets", JSON.stringify({ paymentIds }));
  const path = `/v1/signing-baskets/${basket.basketId}/authorisations`;
  const { _links } = await call(base, caller, path, undefined);
  const links = _links as { readonly scaRedirect: { readonly href: string } };
  const response = await fetch(`${base}/control/v1/sca`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      scaRedirect: links.scaRedirect.href,
      customerNumber: customer.number,
      decision: "approve",
    }),
  });
  if (!response.ok) throw new Error(await response.text());
};

const call = async (
  base: string,
  caller: Caller,
  target: string,
  body: string | undefined,
): Promise<Record<string, unknown>> => {
  const certificate = readCertificatePem(caller.certificatePem);
  if (isInvalid(certificate)) throw new Error(`The certificate ${certificate.reason}.`);
  const headers = {
    "x-accept-fix": "amount-as-string",
    "X-Request-ID": randomUUID(),
    "TPP-Session-ID": caller.sessionId,
    "TPP-Redirect-URI": redirectUri,
    "PSU-ID": caller.psuId,
    "PSU-IP-Address": "192.0.2.10",
  };
  const added = await signRequest({
    method: "POST",
    target,
    headers,
    ...(body === undefined ? {} : { body }),
    key: caller.privateKeyPem,
    certificate: certificate,
    atMs: Date.now(),
  });
  const response = await fetch(`${base}${target}`, {
    method: "POST",
    headers: { ...headers, ...added, ...(body && { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body }),
  });
  if (!response.ok)
    throw new Error(`${target} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};
