import assert from "node:assert/strict";

/** A change to a row of the neighbour. */
export interface NeighbourNote {
  readonly place: string;
  readonly statement: string;
}

/** Statements that may change rows of every world. */
const changesEveryWorld: readonly {
  readonly place: string;
  readonly statement: RegExp;
  readonly because: string;
}[] = [
  {
    place: "request",
    statement: /^delete from request where .* where created_at <= .* order by created_at limit/,
    because: "a response is stored for a time, whoever received it",
  },
  {
    place: "batch",
    statement: /^update batch set claimed_until = .* where state = 'running' and claimed_until > /,
    because: "a lease is shortened when the database's clock was set back",
  },
  {
    place: "outbox",
    statement: /^update outbox set claimed_until = .* where claimed_until > /,
    because: "a lease is shortened when the database's clock was set back",
  },
];

/** Fails if a statement changed a row of the neighbour and may not. */
export const assertNeighbourUnchanged = (notes: readonly NeighbourNote[]): void => {
  const unexpected = notes
    .map(({ place, statement }) => ({ place, statement: statement.replaceAll(/\s+/g, " ").trim() }))
    .filter(
      ({ place, statement }) =>
        !changesEveryWorld.some((each) => each.place === place && each.statement.test(statement)),
    )
    .map(({ place, statement }) => `${place}: ${statement}`);
  if (unexpected.length === 0) return;
  assert.fail(
    "A statement changed rows of another world. Its condition lacks the world or the id:\n" +
      [...new Set(unexpected)].join("\n"),
  );
};
