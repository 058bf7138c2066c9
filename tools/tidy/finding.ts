/** A violation of a tidy rule, with its place and how to fix it. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly fix: string;
}

export function formatFinding({ path, line, rule, fix }: Finding): string {
  return `${path}:${line}: ${rule}. ${fix}.`;
}
