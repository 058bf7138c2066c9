import { createPrivateKey, type KeyObject, sign } from "node:crypto";

let key: KeyObject | undefined;

/** Receives the key first, and then bytes to sign. */
process.on("message", (message: string | { readonly id: string; readonly bytes: string }) => {
  if (typeof message === "string") {
    key = createPrivateKey(message);
    return;
  }
  if (key === undefined) throw new Error("bytes were sent before the key");
  const signature = sign("sha256", Buffer.from(message.bytes, "base64"), key).toString("base64");
  process.send?.({ id: message.id, signature });
});
process.on("disconnect", () => process.exit());
