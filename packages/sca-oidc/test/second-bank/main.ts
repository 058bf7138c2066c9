import { anOidcBank, openPeople, type SharedBank } from "../an-oidc-bank.ts";

// A process of a bank. It receives its settings in a message and sends its address back.
process.once("message", async (shared: SharedBank) => {
  const bank = await anOidcBank(await openPeople(shared), shared);
  process.send?.(bank.addresses.http);
});
