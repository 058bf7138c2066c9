/** Something a file does that the house does not allow, and how to mend it. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly mend: string;
}

export function formatFinding({ path, line, rule, mend }: Finding): string {
  return `${path}:${line}: ${rule}. ${mend}.`;
}
