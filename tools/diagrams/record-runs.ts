import assert from "node:assert/strict";
import { dataSet, startBank } from "@varde/sandbox";
import { findScaRedirect } from "@varde/tpp";
import { type Approval, type Message, Recorder } from "./recorder.ts";

export interface RecordedRun {
  readonly title: string;
  /** From left to right. */
  readonly participants: readonly string[];
  readonly messages: readonly Message[];
}

const { kari, ola } = dataSet.people;
const { lyngrabben } = dataSet.companies;

const paymentBody = (debtor: string, amount = "249.50") => ({
  instructedAmount: { amount, currency: "NOK" as const },
  debtorAccount: { bban: debtor, currency: "NOK" as const },
  creditorName: ola.name,
  creditorAccount: { bban: ola.current.bban, currency: "NOK" as const },
  creditorAddress: { country: "NO" as const },
});

/** Makes a call that the bank refuses until the PSU has been there. */
const requireSca = async (
  recorder: Recorder,
  psu: ReturnType<Recorder["newPsu"]>,
  approval: Approval,
  call: Promise<unknown>,
): Promise<void> => {
  const { scaRedirect } = await call.then(
    () => assert.fail("the bank required no SCA"),
    (error: { readonly scaRedirect?: string }) => error,
  );
  psu.remember(await recorder.approve(scaRedirect, approval));
};

type Script = (recorder: Recorder) => Promise<unknown>;

const scripts: Readonly<Record<string, RunScript>> = {
  "guides/first-payment": {
    title: "A payment by a PSU whom the TPP identifies first",
    run: async (recorder) => {
      const { client } = recorder;
      const psu = recorder.newPsu();
      await requireSca(recorder, psu, kari, client.user.read(psu));
      const body = paymentBody(kari.current.bban);
      const payment = await client.payments.create("NDCT", body, psu);
      const started = await client.payments.authorise(payment, psu);
      psu.remember(await recorder.approve(findScaRedirect(started), kari));
      await client.payments.status(payment);
    },
  },
  "concepts/single-sca": {
    title: "A payment with a single SCA",
    run: async (recorder) => {
      const { client } = recorder;
      const psu = recorder.newPsu({ context: "PRIVATE" });
      const payment = await client.payments.create("NDCT", paymentBody(kari.current.bban), psu);
      psu.remember(await recorder.approve(findScaRedirect(payment), kari));
      await client.payments.status(payment);
    },
  },
  "guides/account-information": {
    title: "Reading accounts",
    run: async (recorder) => {
      const { client } = recorder;
      const psu = recorder.newPsu();
      await requireSca(recorder, psu, kari, client.accounts.list(psu));
      await client.accounts.list(psu);
      await client.accounts.balances("kari-current", psu);
    },
  },
  "guides/basket": {
    title: "Two payments that are signed together",
    run: async (recorder) => {
      const { client } = recorder;
      const psu = recorder.newPsu();
      await requireSca(recorder, psu, kari, client.user.read(psu));
      const paymentIds: string[] = [];
      for (const amount of ["100.00", "200.00"]) {
        const body = paymentBody(kari.current.bban, amount);
        paymentIds.push((await client.payments.create("NDCT", body, psu)).paymentId);
      }
      const { basketId } = await client.baskets.create(paymentIds, psu);
      const started = await client.baskets.authorise(basketId, psu);
      psu.remember(await recorder.approve(findScaRedirect(started), kari));
      await client.baskets.status(basketId);
    },
  },
  "guides/two-signers": {
    title: "A payment of a company that two people sign",
    participants: ["Sunniva", "Trym", "TPP", "Bank"],
    run: async (recorder) => {
      const { client } = recorder;
      const context = "CORPORATE";
      const [first, second] = [recorder.newPsu(), recorder.newPsu()];
      const signers = [
        { psu: first, approval: { ...lyngrabben.representative, participant: "Sunniva", context } },
        { psu: second, approval: { ...lyngrabben.signers[0], participant: "Trym", context } },
      ] as const;
      for (const { psu, approval } of signers) {
        await requireSca(recorder, psu, approval, client.user.read(psu));
      }
      await recorder.readRequests();
      // Both have identified before; the picture starts with the payment.
      recorder.messages.length = 0;
      const body = paymentBody(lyngrabben.accounts[0].bban, "40000.00");
      const payment = await client.payments.create("NDCT", body, first);
      for (const { psu, approval } of signers) {
        const started = await client.payments.authorise(payment, psu);
        psu.remember(await recorder.approve(findScaRedirect(started), approval));
        await client.payments.status(payment);
      }
    },
  },
};

interface RunScript {
  readonly title: string;
  readonly participants?: readonly string[];
  readonly run: Script;
}

/** Records the runs of the pictures in docs, by the path of the picture. */
export const recordRuns = async (): Promise<Readonly<Record<string, RecordedRun>>> => {
  const runs: Record<string, RecordedRun> = {};
  for (const [path, { title, participants = ["PSU", "TPP", "Bank"], run }] of Object.entries(
    scripts,
  )) {
    const bank = await startBank();
    try {
      const recorder = new Recorder(bank);
      await run(recorder);
      await recorder.readRequests();
      recorder.client.close();
      runs[path] = { title, participants, messages: recorder.messages };
    } finally {
      await bank.close();
    }
  }
  return runs;
};
