import { Client } from "pg";

/** Returns one address for each host of an address such as `postgres://a:5432,b:5432/varde`. */
export function listAddresses(url: string): readonly string[] {
  const [, before, hosts, after] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(",").map((host) => `${before}${host}${after}`);
}

/**
 * Returns the first address that responds and accepts writes, or, if there is none, one that can at
 * least be read. Does not wait for a silent host if another one accepts writes.
 */
export async function findWritable(
  addresses: readonly string[],
  withinMs: number,
): Promise<string> {
  const probes = addresses.map(async (address) => ({
    address,
    writes: await acceptsWrites(address, withinMs),
  }));
  const writable = probes.map(async (probe) => {
    const { address, writes } = await probe;
    if (!writes) throw new Error("The server is read-only.");
    return address;
  });
  return Promise.any(writable).catch(async () => (await Promise.any(probes)).address);
}

async function acceptsWrites(address: string, withinMs: number): Promise<boolean> {
  const client = new Client({
    connectionString: address,
    application_name: "varde",
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>(
      "show transaction_read_only",
    );
    return rows[0]?.transaction_read_only === "off";
  } finally {
    client.end().catch(() => {});
  }
}
