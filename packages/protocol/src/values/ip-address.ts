import { isIP } from "node:net";
import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

export type IpAddress = Brand<"IpAddress">;

/** Parses one IPv4 or IPv6 address without port or zone. */
export function parseIpAddress(text: string): IpAddress | Invalid {
  if (text.includes(",")) return new Invalid("is a list; give only the address of the PSU");
  return isIP(text) !== 0 && !text.includes("%")
    ? (text as IpAddress)
    : new Invalid("is not an IP address; give one like 192.0.2.17 or 2001:db8::17");
}
