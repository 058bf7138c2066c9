import { aWholeBank, openPeople, type SharedBank } from "../whole-bank.ts";

// One process of a bank. What it shares comes in a message, and its address goes back in one.
process.once("message", async (shared: SharedBank) => {
  const bank = await aWholeBank(await openPeople(shared), shared);
  process.send?.(bank.addresses.http);
});
process.on("disconnect", () => process.exit());
