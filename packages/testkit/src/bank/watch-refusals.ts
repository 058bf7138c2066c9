import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Statement,
  type StatementResult,
  type Storage,
  textFor,
  type Unit,
} from "@varde/storage";

/** The changes that a refused request may make; it is compared as `GET /path 404`. */
const changedByRefusals: readonly {
  readonly request?: RegExp;
  readonly statement: RegExp;
  readonly because: string;
}[] = [
  {
    statement: /^insert into (?:tpp|sandbox_world) /,
    because: "the first call of a TPP opens its world, whatever its response",
  },
  {
    request: / 401$/,
    statement: /^(?:insert into (?:sca|event) |delete from sca where .* status = 'received'$)/,
    because: "a refusal that the PSU can settle comes with the link of a new SCA",
  },
  {
    statement: /^update sandbox_scenario set matched /,
    because: "a scenario counts the calls that it refuses",
  },
  {
    request: /^POST \/control\/v1\/sca 400$/,
    statement: /^(?:update sca|insert into event) /,
    because: "the PSU has taken steps of the SCA before the one that is refused",
  },
  {
    request: /^GET \/v1\/accounts\/[^/]+\/transactions\/[^/]+ 404$/,
    statement: /^insert into unattended_access /,
    because: "a call without the PSU counts, or transaction ids could be guessed without a limit",
  },
  {
    request: /^POST \/own-channel\/v1\/challenges\/[^/]+\/confirmation 409$/,
    statement: /^(?:update (?:app_challenge|sca) |insert into event )/,
    because: "the confirmation is used up, and its SCA ends, when the payment cannot be approved",
  },
  {
    request: /^(?:GET|POST) \/(?:app|consents)(?:\/[^/]+)? 410$/,
    statement: /^(?:update own_visit set touched_at|insert into own_visit) /,
    because: "a visit to the bank's own pages lives on, or begins again, although its form is old",
  },
  {
    request: / \/v1\/sandbox\/\S+ 404$/,
    statement: /^(?:insert into (\w+) .* from \1 where |update sandbox_world set is_copied = 1 )/,
    because: "the first change of a world's test data copies the data set into it, found or not",
  },
];

/** The statements that changed rows for a request, by the storage that ran them. */
type Changes = Map<Storage, string[]>;

const current = new AsyncLocalStorage<Changes>();
const changesOf = new WeakMap<IncomingMessage, Changes>();
const refusalsOf = new WeakMap<Storage, string[]>();

subscribe("http.server.request.start", (message) => {
  const { request } = message as { readonly request: IncomingMessage };
  const changes: Changes = new Map();
  changesOf.set(request, changes);
  current.enterWith(changes);
});

subscribe("http.server.response.finish", (message) => {
  const { request, response } = message as {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
  };
  const { statusCode } = response;
  if (statusCode < 400 || statusCode >= 500) return;
  const refused = `${request.method} ${request.url?.split("?")[0]} ${statusCode}`;
  for (const [storage, statements] of changesOf.get(request) ?? []) {
    const unexpected = statements.filter((statement) => !mayChange(refused, statement));
    refusalsOf.get(storage)?.push(...unexpected.map((text) => `${refused} changed: ${text}`));
  }
});

const mayChange = (refused: string, text: string): boolean =>
  changedByRefusals.some(
    ({ request, statement }) => statement.test(text) && (request?.test(refused) ?? true),
  );

/**
 * Notes which statements change rows for each request that the storage serves. Returns a function
 * that fails if a refused request changed any that it may not.
 */
export const watchRefusals = (storage: Storage): (() => void) => {
  const refusals: string[] = [];
  refusalsOf.set(storage, refusals);
  const write: Storage["write"] = storage.write.bind(storage);
  storage.write = async (unit, options) => {
    const changes = current.getStore();
    if (changes === undefined) return write(unit, options);
    let changed: readonly string[] = [];
    const watched = () => watchUnit(unit(), storage, (statements) => (changed = statements));
    const value = await write(watched, options);
    if (changed.length > 0) changes.set(storage, [...(changes.get(storage) ?? []), ...changed]);
    return value;
  };
  return () => {
    const unexpected = [...new Set(refusals)];
    if (unexpected.length === 0) return;
    assert.fail(`A refused request changed rows:\n${unexpected.join("\n")}`);
  };
};

/** Reports the statements that changed rows, once the unit has ended without an undo. */
const watchUnit = <T, V>(
  steps: Unit<T, V>,
  { engine }: Storage,
  report: (changed: readonly string[]) => void,
): Unit<T, V> => {
  const changed: string[] = [];
  let sent: readonly Statement[] = [];
  const note = (results: readonly StatementResult[]) =>
    sent.forEach(({ template }, at) => {
      if (results[at]?.changes === 0n) return;
      const text = textFor(engine, template[engine]).replaceAll(/\s+/g, " ").trim();
      if (/\b(?:insert|update|delete)\b/.test(text)) changed.push(text);
    });
  report([]);
  return Object.assign(Object.create(steps), {
    next: (results: readonly StatementResult[] = []) => {
      note(results);
      const step = steps.next(results);
      sent = step.done === true ? [] : listStatements(step.value);
      if (step.done === true) report(changed);
      return step;
    },
  });
};

const listStatements = (step: object): readonly Statement[] => {
  const list = "statements" in step ? step.statements : step;
  if (!Array.isArray(list)) return [];
  return list.map((each: Statement | { readonly statement: Statement }) =>
    "statement" in each ? each.statement : each,
  );
};
