import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ProgramName } from "@varde/testkit/processes";
import type { TppCertificate } from "../../src/certificate-authority/index.ts";
import type { snippetLanguages } from "../../src/reference/snippets/snippet-languages.ts";

type Language = (typeof snippetLanguages)[number];

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Programs that the snippets of each language call. */
export const programsByLanguage: Readonly<Record<string, readonly ProgramName[]>> = {
  shell: ["shell", "curl", "openssl"],
  sdk: ["node"],
  node: ["node"],
  python: ["python", "openssl"],
  java: ["java"],
};

/** Creates a developer's folder: a TPP as from `varde tpp new`, and the SDK installed. */
export class SnippetFolder implements Disposable {
  readonly #path = mkdtempSync(join(tmpdir(), "varde-snippet-"));
  readonly #bank: string;

  constructor(bank: string, { privateKeyPem, certificatePem }: TppCertificate) {
    this.#bank = bank;
    const identity = join(this.#path, ".varde-tpp");
    mkdirSync(identity);
    writeFileSync(join(identity, "key.pem"), privateKeyPem);
    writeFileSync(join(identity, "certificate.pem"), certificatePem);
    symlinkSync(join(root, "node_modules"), join(this.#path, "node_modules"));
  }

  /** Saves a snippet and runs it as the page says; returns what it prints. */
  async run(language: Language, snippet: string): Promise<string> {
    writeFileSync(join(this.#path, language.file), snippet);
    const [command = "", ...words] = language.run.split(" ");
    const isNode = command === "node";
    // The packages' source is run here; installed packages need no condition.
    const options = isNode ? ["--conditions=varde-source", "--no-warnings"] : [];
    const { PATH } = process.env;
    const { stdout } = await run(isNode ? process.execPath : command, [...options, ...words], {
      cwd: this.#path,
      env: { PATH, VARDE_BANK: this.#bank },
    });
    return stdout;
  }

  [Symbol.dispose](): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}
