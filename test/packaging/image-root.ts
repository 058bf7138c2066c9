import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAndPack } from "../../tools/publication/build-and-pack.ts";
import { listPublishedPackages } from "../../tools/publication/list-published-packages.ts";
import { root as clone } from "../../tools/source/list-files.ts";
import { type Image, readImage } from "./read-image.ts";

/** A folder that is mounted in the container, read-only unless it is a volume. */
export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly isWritable?: boolean;
}

const isRoot = process.getuid?.() === 0;
const shared = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

/** Returns why no container can be imitated here; false if one can. */
export const imageObstacle = (): string | false => {
  if (process.platform !== "linux") return "namespaces need Linux";
  try {
    execFileSync("unshare", [...namespaces, "mount", "-t", "tmpfs", "none", "/mnt"]);
    execFileSync("setpriv", ["--version"]);
    return false;
  } catch {
    return "this user may not create mount namespaces (unshare), or setpriv is missing";
  }
};

const namespaces = isRoot ? ["--mount"] : ["--user", "--map-root-user", "--mount"];

/**
 * The root file system of all images together, built without a container engine: the steps of the
 * Containerfile run in a folder, and its programs run in a mount namespace with that folder as a
 * read-only root, as the user of the image and without capabilities. FROM is not covered: system
 * libraries and Node are those of this machine. Without root, the user is the one of this process.
 */
export class ImageRoot implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "varde-image-"));
  readonly workFolder: string;

  /** Executes COPY and RUN, those that targets share once. */
  constructor(...targets: readonly string[]) {
    chmodSync(this.path, 0o755);
    const images = targets.map(readImage);
    this.workFolder = join(this.path, images[0]?.workFolder ?? "");
    const steps = images.flatMap((image) => image.steps);
    const context = mkdtempSync(join(tmpdir(), "varde-context-"));
    try {
      buildAndPack(listPublishedPackages(), join(context, "dist"));
      for (const name of ["package.json", "package-lock.json"]) {
        cpSync(join(clone, name), join(context, name));
      }
      mkdirSync(this.workFolder, { recursive: true });
      for (const { name, words } of new Map(steps.map((step) => [step.words, step])).values()) {
        if (name === "COPY") this.#copy(context, words.split(" "));
        else this.#run(words);
      }
    } finally {
      rmSync(context, { recursive: true, force: true });
    }
    this.#addSystem();
  }

  #copy(context: string, words: readonly string[]): void {
    const to = join(this.workFolder, words.at(-1) ?? "");
    mkdirSync(to, { recursive: true });
    for (const from of words.slice(0, -1)) {
      execFileSync("sh", ["-c", `cp ${join(context, from)} ${to}`]);
    }
  }

  #run(words: string): void {
    const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env;
    const placed = words.replaceAll(/ (\/\w+)$/g, (_, folder) => ` ${join(this.path, folder)}`);
    const command = isRoot ? placed : placed.replace(/--(owner|group) \d+ /g, "");
    execFileSync("sh", ["-e", "-c", command], { cwd: this.workFolder, env, stdio: "pipe" });
  }

  /** Adds what the base image has: folders to mount the system's own into. */
  #addSystem(): void {
    for (const name of shared.filter(existsSync)) {
      const at = join(this.path, name);
      if (lstatSync(name).isSymbolicLink()) symlinkSync(readlinkSync(name), at);
      else mkdirSync(at, { recursive: true });
    }
    for (const name of ["proc", "dev", "etc", "tmp", "node"]) {
      mkdirSync(join(this.path, name), { recursive: true });
    }
  }

  /** Starts a command as a container engine would, with `node` that of this process. */
  start(
    image: Image,
    command: readonly string[],
    environment: NodeJS.ProcessEnv,
    mounts: readonly Mount[] = [],
  ) {
    const { userId, groupId, workFolder } = image;
    const node = join(process.execPath, "../..");
    const all: readonly Mount[] = [
      ...shared.filter((name) => existsSync(name) && !lstatSync(name).isSymbolicLink()).map(same),
      { from: node, to: "/node" },
      ...mounts,
    ];
    for (const { to } of all) mkdirSync(join(this.path, to), { recursive: true });
    const user = isRoot ? ["--reuid", userId, "--regid", groupId, "--clear-groups"] : [];
    const inside = [
      "setpriv",
      ...[...user, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"].map(String),
      ...["env", "-i", "-C", workFolder, "PATH=/node/bin:/usr/bin:/bin"],
      ...Object.entries({ ...image.environment, ...environment }).map(
        ([name, value]) => `${name}=${value}`,
      ),
      ...command,
    ];
    const script = [
      "set -e",
      `mount --bind ${this.path} ${this.path}`,
      ...all.map(({ from, to }) => `mount --rbind ${from} ${this.path}${to}`),
      `mount --rbind /dev ${this.path}/dev`,
      `mount --rbind /proc ${this.path}/proc`,
      ...all
        .filter(({ isWritable }) => isWritable !== true)
        .map(({ to }) => `mount -o remount,bind,ro ${this.path}${to}`),
      `mount -o remount,bind,ro ${this.path}`,
      `exec chroot ${this.path} "$@"`,
    ];
    return spawn("unshare", [...namespaces, "sh", "-c", script.join("\n"), "sh", ...inside], {
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

const same = (name: string): Mount => ({ from: name, to: name });
