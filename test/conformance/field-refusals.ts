import assert from "node:assert/strict";
import { expectRefusal } from "@varde/testkit/responses";
import type { RawAnswer } from "@varde/testkit/tpp";
import { withField } from "./change-body.ts";

/** Checks that the bank refuses a sound body for one changed field, and says which. */
export const fieldRefusals = (
  body: () => Readonly<Record<string, unknown>>,
  send: (body: unknown) => Promise<RawAnswer>,
) => {
  /** Refused with 400, naming the field; the field itself unless told otherwise. */
  const refuse = async (
    pointer: string,
    value: unknown,
    { path = pointer, code = "FORMAT_ERROR" } = {},
  ): Promise<void> => {
    const answer = await send(withField(body(), pointer, value));
    const fault = expectRefusal(answer, 400, code);
    assert.equal(fault.path, path, `${pointer} ${JSON.stringify(value)}: ${answer.text}`);
  };
  const refuseWithout = async (...pointers: readonly string[]): Promise<void> => {
    for (const pointer of pointers) {
      await refuse(pointer, undefined);
      await refuse(pointer, null);
    }
  };
  return { refuse, refuseWithout };
};
