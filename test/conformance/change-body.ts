/** Returns a copy of the body with the field at a JSON pointer set; undefined removes the field. */
export const withField = (
  body: Readonly<Record<string, unknown>>,
  pointer: string,
  value: unknown,
): Record<string, unknown> => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = pointer.split("/").slice(1);
  const last = names.pop() ?? "";
  let place = copy;
  for (const name of names) {
    place[name] ??= {};
    place = place[name] as Record<string, unknown>;
  }
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
};
