import { aWholeBank, openPeople, type SharedBank } from "../whole-bank.ts";

// A process of a bank. It receives its settings in a message and sends its address back.
process.once("message", async (shared: SharedBank) => {
  const bank = await aWholeBank(await openPeople(shared), shared);
  process.send?.(bank.addresses.http);
});
process.on("disconnect", () => process.exit());
