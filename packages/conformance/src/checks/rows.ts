import type {
  CaseChange,
  CheckGroup,
  Expectation,
  Flow,
  RequestKind,
  Twin,
  TwinCase,
} from "./check.ts";

/** Additions that few rows need. */
type More = Partial<Pick<Twin, "level" | "needs" | "shouldRules" | "since" | "gate">> & {
  /** A correct request at the boundary, sent first. */
  readonly control?: CaseChange;
  /** The code that the first message of the refusal should have. */
  readonly code?: string;
  /** "stated" if the interface names the status 400 for this fault. */
  readonly status?: "stated";
  /** The statuses that the refusal should have, if not 400. */
  readonly statuses?: readonly number[];
};

/** Several changes of one check, by name: each is sent in turn. */
export type NamedChanges = Readonly<Record<string, CaseChange>>;

/** Writes a row: id, rules separated by blanks, what the bank does, the change, and the rest. */
export type Row = (
  id: string,
  rules: string,
  says: string,
  change: CaseChange,
  more?: More,
) => Twin;
type RowOfSeveral = (
  id: string,
  rules: string,
  says: string,
  changes: NamedChanges,
  more?: More,
) => Twin;

interface Rows {
  /** The bank refuses the change. */
  readonly refuses: Row;
  /** The bank accepts the change. */
  readonly accepts: Row;
  /** The bank refuses each of the changes. */
  readonly refusesEach: RowOfSeveral;
  /** The bank accepts each of the changes. */
  readonly acceptsEach: RowOfSeveral;
}

/**
 * Returns functions that write rows of twins, for one group and one kind of request.
 *
 * @example
 * const { refuses } = rowsOn("BOD", requestKinds.payment);
 * const rows = [
 *   refuses("bod-name-70", "NDC-03", "accepts a creditorName of 70 characters and refuses 71",
 *     { body: { "/creditorName": "x".repeat(71) } },
 *     { control: { body: { "/creditorName": "x".repeat(70) } } }),
 * ];
 */
export const rowsOn = (group: CheckGroup, on: RequestKind): Rows => {
  const write = (
    facts: readonly [id: string, rules: string, says: string],
    cases: readonly TwinCase[],
    expect: Expectation,
    { control: _, code: __, status: ___, statuses: ____, ...more }: More,
  ): Twin => {
    const [id, rules, says] = facts;
    return { kind: "twin", id, group, rules: rules.split(" "), says, on, cases, expect, ...more };
  };
  const withControl = (change: CaseChange, { control }: More, name?: string): TwinCase => ({
    change,
    ...(name !== undefined && { name }),
    ...(control !== undefined && { control }),
  });
  const refusal = ({ status, statuses, code }: More): Expectation => ({
    refused: status ?? "any",
    ...(statuses !== undefined && { statuses }),
    ...(code !== undefined && { code }),
  });
  const each = (changes: NamedChanges, more: More) =>
    Object.entries(changes).map(([name, change]) => withControl(change, more, name));
  return {
    refuses: (id, rules, says, change, more = {}) =>
      write([id, rules, says], [withControl(change, more)], refusal(more), more),
    accepts: (id, rules, says, change, more = {}) =>
      write([id, rules, says], [withControl(change, more)], {}, more),
    refusesEach: (id, rules, says, changes, more = {}) =>
      write([id, rules, says], each(changes, more), refusal(more), more),
    acceptsEach: (id, rules, says, changes, more = {}) =>
      write([id, rules, says], each(changes, more), {}, more),
  };
};

/** Writes a flow: id, rules separated by blanks, what the bank does, its requests, and the rest. */
type FlowRow = (
  id: string,
  rules: string,
  says: string,
  run: Flow["run"],
  more?: Partial<Pick<Flow, "approvals" | "gate" | "level" | "needs" | "phase" | "refusals">> &
    Partial<Pick<Flow, "shouldRules" | "since">>,
) => Flow;

/** Returns a function that writes flows of one group. */
export const flowsIn =
  (group: CheckGroup): FlowRow =>
  (id, rules, says, run, more = {}) => ({
    ...{ kind: "flow", id, group, rules: rules.split(" "), says, run },
    ...more,
  });
