import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** `varde start` as a process of its own, with only the settings that are given. */
export class VardeProcess {
  readonly #child: ChildProcess;
  #output = "";
  #errors = "";
  readonly ended: Promise<EndedProcess>;

  constructor(
    settings: Readonly<Record<string, string>>,
    options: { readonly words?: readonly string[]; readonly uid?: number } = {},
  ) {
    const { words = ["start"], uid } = options;
    this.#child = spawn(
      process.execPath,
      [
        "--conditions=varde-source",
        "--disable-warning=ExperimentalWarning",
        "packages/varde/src/main.ts",
        ...words,
      ],
      {
        cwd: root,
        env: { PATH: process.env.PATH, HTTPS_PORT: "off", ...settings },
        stdio: ["ignore", "pipe", "pipe"],
        ...(uid === undefined ? {} : { uid, gid: uid }),
      },
    );
    this.#child.stdout?.on("data", (chunk: Buffer) => {
      this.#output += chunk;
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#errors += chunk;
    });
    this.ended = new Promise((resolve) =>
      this.#child.once("close", (code) =>
        resolve({ code, output: this.#output, errors: this.#errors }),
      ),
    );
  }

  /** The plain address, once the bank has said that it is up. */
  async address(): Promise<string> {
    const spoken = new Promise<string>((resolve) => {
      const look = () => {
        const address = /(http:\/\/\S+)\/v1/.exec(this.#output)?.[1];
        if (address !== undefined) resolve(address);
      };
      this.#child.stdout?.on("data", look);
      look();
    });
    const ended = this.ended.then(({ errors }) => {
      throw new Error(`varde ended before it was up: ${errors}`);
    });
    return Promise.race([spoken, ended]);
  }

  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void {
    this.#child.kill(name);
  }
}
