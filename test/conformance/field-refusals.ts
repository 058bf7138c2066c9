import assert from "node:assert/strict";
import { changeBody } from "@varde/conformance";
import { expectRefusal } from "@varde/testkit/responses";
import type { RawResponse } from "@varde/testkit/tpp";

/** Checks that the bank refuses a valid body with one changed field, and names the field. */
export const fieldRefusals = (
  body: () => Readonly<Record<string, unknown>>,
  send: (body: unknown) => Promise<RawResponse>,
) => {
  /** Expects 400 with a pointer to the field, by default the changed one. */
  const refuse = async (
    pointer: string,
    value: unknown,
    { path = pointer, code = "FORMAT_ERROR" } = {},
  ): Promise<void> => {
    const response = await send(changeBody(body(), { [pointer]: value }));
    const fault = expectRefusal(response, 400, code);
    assert.equal(fault.path, path, `${pointer} ${JSON.stringify(value)}: ${response.text}`);
  };
  const refuseWithout = async (...pointers: readonly string[]): Promise<void> => {
    for (const pointer of pointers) {
      await refuse(pointer, undefined);
      await refuse(pointer, null);
    }
  };
  return { refuse, refuseWithout };
};
