/** Returns whether a statement only reads: a reading unit may contain nothing else. */
export function isReading(text: string): boolean {
  return (
    /^\s*(select|with|values)\b/i.test(text) &&
    !/\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i.test(text)
  );
}
