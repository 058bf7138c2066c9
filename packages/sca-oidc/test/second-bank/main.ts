import { anOidcBank, openPeople, type SharedBank } from "../an-oidc-bank.ts";

// One process of a bank. What it shares comes in a message, and its address goes back in one.
process.once("message", async (shared: SharedBank) => {
  const bank = await anOidcBank(await openPeople(shared), shared);
  process.send?.(bank.addresses.http);
});
