type Choice<T> = { readonly [K in keyof T]: T[K] extends readonly (infer V)[] ? V : never };

/**
 * Combines values so that each value of a list meets each value of every other list at least once.
 * That takes far fewer combinations than all of them; the long run tries those.
 */
export function pairs<const T extends Readonly<Record<string, readonly unknown[]>>>(
  lists: T,
): readonly Choice<T>[] {
  const open = new Set(combine(lists).flatMap((choice) => listPairs(choice)));
  const all = combine(lists);
  const chosen: Choice<T>[] = [];
  while (open.size > 0) {
    const count = (choice: Choice<T>) => listPairs(choice).filter((pair) => open.has(pair)).length;
    const best = all.reduce((one, other) => (count(other) > count(one) ? other : one));
    chosen.push(best);
    for (const pair of listPairs(best)) open.delete(pair);
  }
  return chosen;
}

/** Combines each value with all others. */
export const combine = <const T extends Readonly<Record<string, readonly unknown[]>>>(
  lists: T,
): readonly Choice<T>[] =>
  Object.entries(lists).reduce<readonly object[]>(
    (choices, [name, values]) =>
      choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  ) as readonly Choice<T>[];

/** Names each two values of a choice. */
const listPairs = (choice: object): readonly string[] => {
  const named = Object.entries(choice).map(([name, value]) => `${name}=${value}`);
  return named.flatMap((one, at) => named.slice(at + 1).map((other) => `${one}&${other}`));
};
