import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { readCertificatePem, signRequest } from "@varde/protocol";
import { type Caller, creationsOf, customer, redirectUri } from "../load/caller.ts";
import { sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun } from "./bench-run.ts";
import { listUnsigned } from "./list-unsigned.ts";

const baskets = 10;
const perBasket = 100;

/** What creating and signing a basket of a hundred costs, against ten creations of a payment. */
export const benchBasket = async (run: BenchRun): Promise<void> => {
  const place = { dataFolder: join(run.folder, "basket") };
  const bank = await startSandbox(place);
  const caller = await prepareCaller(bank.port);
  const count = (baskets + 1) * perBasket;
  await run.load.sign(creationsOf(caller, count));
  await sendRound(run.load, bank, count);
  await run.load.sign(creationsOf(caller, run.sizes.perRound));
  const creation = await sendRound(run.load, bank, run.sizes.perRound);
  const paymentIds = listUnsigned(place.dataFolder, count);
  await signBasket(bank, caller, paymentIds.slice(0, perBasket));
  const before = bank.usage();
  for (let basket = 1; basket <= baskets; basket += 1) {
    const members = paymentIds.slice(basket * perBasket, (basket + 1) * perBasket);
    await signBasket(bank, caller, members);
  }
  const basketUs = ((bank.usage().cpuMs - before.cpuMs) * 1_000) / baskets;
  await bank.stop();
  run.report.section("L06", "a basket of 100, SQLite", ["creation", "basket", "ratio"]);
  const ten = creation.cpuUs * 10;
  run.report.line("CPU, µs (ten creations)", [ten, basketUs, basketUs / ten], atMost(3));
};

/** The three calls of it: the basket, its authorisation, and the PSU's walk through the SCA. */
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
  const answer = await fetch(`${base}/control/v1/sca`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      scaRedirect: links.scaRedirect.href,
      customerNumber: customer.number,
      decision: "approve",
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

const call = async (
  base: string,
  caller: Caller,
  target: string,
  body: string | undefined,
): Promise<Record<string, unknown>> => {
  const certificate = readCertificatePem(caller.certificatePem);
  if (!certificate.ok) throw new Error(`The certificate ${certificate.reason}.`);
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
    certificate: certificate.value,
    atMs: Date.now(),
  });
  const answer = await fetch(`${base}${target}`, {
    method: "POST",
    headers: { ...headers, ...added, ...(body && { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body }),
  });
  if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
};
