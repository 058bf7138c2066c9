/**
 * Returns the known name that a misspelt one probably means, or undefined if none is similar.
 *
 * @example
 * nearestName("pathPrefx", ["pathPrefix", "trust"]); // "pathPrefix"
 */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  const wanted = name.toLowerCase();
  const distanceMax = Math.max(1, Math.floor(wanted.length / 4));
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const each of known) {
    const distance = editDistance(wanted, each.toLowerCase());
    if (distance <= distanceMax && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { name: each, distance };
    }
  }
  return nearest?.name;
};

/** Counts the letters to insert, delete, replace or swap to turn one word into the other. */
const editDistance = (one: string, other: string): number => {
  let [above, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const replaced = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const swapped = isSwap ? (above[j - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [above, row] = [row, next];
  }
  return row[other.length] ?? 0;
};
