/** Returns what is printed when a wait for the PSU is interrupted, with a command to see more. */
export const describePending = (fact: string, id: string, program: string): string =>
  `${fact}. To see it, run\n  ${program} status ${id}`;
