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

/** Counts the letters to insert, delete or replace to turn one word into the other. */
const editDistance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (other[index] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};
