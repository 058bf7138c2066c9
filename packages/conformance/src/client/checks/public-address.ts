import { BlockList, isIP } from "node:net";

const listOf = (...subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", bits = ""] = subnet.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
};

/** Addresses that no PSU can have on the internet: private, loopback, link-local, shared. */
const notPublic = listOf(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "224.0.0.0/3",
  "::/127",
  "fc00::/7",
  "fe80::/10",
);

/** Addresses for examples and tests (RFC 5737, RFC 3849). */
const forDocumentation = listOf(
  "192.0.2.0/24",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "2001:db8::/32",
);

const isIn = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
};

export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !isIn(notPublic, address);

export const isDocumentationAddress = (address: string): boolean => isIn(forDocumentation, address);
