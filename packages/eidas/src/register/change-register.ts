import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import {
  emptyRegister,
  parseRegister,
  type RegisterFile,
  RegisterRefused,
} from "./register-file.ts";

/**
 * Changes a register file, or creates it. The new content replaces the file at once, so that no
 * reader sees half of it. The draft beside the file locks out a second change at the same time.
 */
export const changeRegister = (
  path: string,
  change: (register: RegisterFile) => RegisterFile,
): RegisterFile => {
  const draft = `${path}.draft`;
  const handle = openDraft(draft);
  try {
    const before = existsSync(path) ? parseRegister(readFileSync(path)) : emptyRegister;
    const text = `${JSON.stringify(change(before), undefined, 2)}\n`;
    const after = parseRegister(Buffer.from(text));
    writeSync(handle, text);
    fsyncSync(handle);
    renameSync(draft, path);
    return after;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
};

const openDraft = (draft: string): number => {
  try {
    return openSync(draft, "wx", 0o644);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new RegisterRefused(
      `Another command is changing the register. If none is, delete ${draft} and try again.`,
    );
  }
};
