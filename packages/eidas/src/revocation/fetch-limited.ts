export interface FetchLimits {
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

/** Fetches bytes from a configured address. Follows no redirects, and stops at the limits. */
export const fetchLimited = async (
  url: string,
  request: RequestInit,
  { timeoutMs, bytesMax }: FetchLimits,
): Promise<Buffer> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...request, redirect: "error", signal });
  if (!response.ok) throw new Error(`${url} returned status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`${url} returned more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
