/** Whether the text only reads: what a reading unit may hold, and what changes no row. */
export function isReading(text: string): boolean {
  return (
    /^\s*(select|with|values)\b/i.test(text) &&
    !/\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i.test(text)
  );
}
