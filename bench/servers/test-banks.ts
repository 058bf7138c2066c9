import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { createTppClient, findScaRedirect } from "@varde/tpp";

// Runs in a separate process, to measure the memory of the banks. Prints its figures as JSON.

const { kari } = dataSet.people;

/** Creates and approves a payment, as a test would do first. */
const pay = async (bank: TestBank): Promise<void> => {
  const { certificatePem: certificate, privateKeyPem: key } = bank.tpp;
  const client = createTppClient({
    bank: { baseUrl: bank.addresses.http },
    identity: { certificate, key },
  });
  const psu = client.psu({
    redirectUri: "https://tpp.example/back",
    ipAddress: "192.0.2.7",
    context: "PRIVATE",
  });
  const payment = await client.payments.create(
    "NDCT",
    {
      instructedAmount: { amount: "249.50", currency: "NOK" },
      debtorAccount: { bban: kari.current.bban, currency: "NOK" },
      creditorName: dataSet.payees.hotels.name,
      creditorAccount: { bban: dataSet.payees.hotels.bban, currency: "NOK" },
      creditorAddress: { country: "NO" },
    },
    psu,
  );
  await bank.sca.approve(findScaRedirect(payment) ?? "", kari.customerNumber);
  client.close();
};

const residentMb = (): number => process.memoryUsage.rss() / 1_048_576;

/** Starts banks one after another, each closed before the next. */
const inTurn = async (count: number) => {
  const ms: number[] = [];
  for (let bank = 0; bank < count; bank += 1) {
    const startedAt = performance.now();
    const started = await startBank();
    await pay(started);
    ms.push(performance.now() - startedAt);
    await started.close();
  }
  return { ms };
};

/** Starts all banks without closing any. */
const sideBySide = async (count: number) => {
  const banks: TestBank[] = [];
  const mb = [residentMb()];
  for (let bank = 0; bank < count; bank += 1) {
    const started = await startBank();
    await pay(started);
    banks.push(started);
    mb.push(residentMb());
  }
  await Promise.all(banks.map((bank) => bank.close()));
  return { mb };
};

const [, , way, count] = process.argv;
const figures = await (way === "in-turn" ? inTurn : sideBySide)(Number(count));
process.stdout.write(JSON.stringify(figures));
