/**
 * Runs before `npm start`, `npm test`, `npm run dev`, `npm run bench` and `npm run guarantees`, under whatever Node the machine has
 * (18 or newer) and before anything is installed: so no dependencies and no TypeScript here. Installs the packages when they are missing
 * or differ from the lockfile; then, for `start`, `build` and `bench`, builds when the build is stale; for `test` and `bench`, sees to
 * a browser. Says what it does, and how long that took.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { unpackHeadlessShell } from "./headless-shell.mjs";

const wanted = process.argv[2];
const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);

const [major] = process.versions.node.split(".").map(Number);
if ((major ?? 0) < 18)
  fail(`Node ${process.versions.node} is too old: Backroom needs Node 18 or newer with npm.`);

installPackages();
requireRecentNode();
if (["start", "build", "bench"].includes(wanted ?? "")) build();
if (["test", "bench"].includes(wanted ?? "")) await findBrowser();

function installPackages() {
  if (packagesMatchLockfile()) return;
  const reason = fs.existsSync("node_modules") ? "they differ from the lockfile" : "they are missing";
  say(`Installing the packages (${reason}) …`);
  const done = stopwatch();
  npm(["ci", "--include=dev", "--no-progress", "--loglevel=error"]);
  say(`Installed the packages in ${done()} s.`);
}

/** npm notes in node_modules what it put there, as its last act; optional packages may be absent (those of other systems are). */
function packagesMatchLockfile() {
  const note = contentOf("node_modules/.package-lock.json");
  if (note === undefined) return false;
  const installed = JSON.parse(note).packages;
  const { "": _project, ...locked } = JSON.parse(fs.readFileSync("package-lock.json", "utf8")).packages;
  return Object.entries(locked).every(([folder, { version, optional }]) =>
    folder in installed ? installed[folder].version === version : optional,
  );
}

/** The packages bring a Node of their own for Linux, which npm's scripts then find first; elsewhere the machine's must do. */
function requireRecentNode() {
  const { stdout } = spawnSync(process.platform === "win32" ? "node.exe" : "node", ["--version"], {
    env: {
      ...process.env,
      PATH: `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH}`,
    },
    encoding: "utf8",
  });
  const [found = 0, minor = 0] = (stdout ?? "").replace("v", "").split(".").map(Number);
  if (found < 22 || (found === 22 && minor < 12))
    fail(`Node ${stdout.trim()} is too old for this system: please install Node 22.12 or newer.`);
}

function build() {
  const stamp = "build/.backroom-built";
  const sources = hashOf(filesBelow(["app", "server", "public"]).concat(buildSettings()));
  if (contentOf(stamp) === sources) return;
  say("Building the app …");
  const done = stopwatch();
  const run = spawnSync(process.platform === "win32" ? "npm.cmd" : "npm", ["run", "--silent", "build"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (run.status !== 0) fail(`The build failed:\n${run.stdout}${run.stderr}`);
  fs.writeFileSync(stamp, sources);
  say(`Built the app in ${done()} s.`);
}

function buildSettings() {
  return ["vite.config.ts", "remix.config.js", "tsconfig.json", "package-lock.json"];
}

async function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named && !fs.existsSync(named)) fail(`CHROMIUM names ${named}, which does not exist.`);
  if (named || (await unpackHeadlessShell())) return;
  const found = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((program) => fs.existsSync(program));
  if (found || fs.existsSync(await playwrightsOwn())) return;
  say("Installing a browser for the end-to-end tests (Playwright's Chromium) …");
  const playwright = path.join("node_modules", "playwright", "cli.js");
  const download = spawnSync(process.execPath, [playwright, "install", "--with-deps", "chromium"], {
    encoding: "utf8",
  });
  if (download.status === 0) return;
  say("That did not work; installing Debian's chromium instead (apt-get) …");
  /** @param {string[]} args */
  const apt = (...args) => spawnSync("apt-get", args, { encoding: "utf8" });
  apt("update");
  const install = apt("install", "--yes", "--no-install-recommends", "chromium");
  if (install.status !== 0)
    fail(
      `No browser for the end-to-end tests. Install Chromium or Chrome and name it in the variable CHROMIUM.\n${download.stderr}${install.stderr ?? install.error}`,
    );
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}

/** @returns a function that says how many seconds have passed */
function stopwatch() {
  const begun = Date.now();
  return () => ((Date.now() - begun) / 1000).toFixed(1);
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(fs.readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** @type {(folders: string[]) => string[]} */
function filesBelow(folders) {
  return folders
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) =>
      fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const file = path.join(folder, entry.name);
        return entry.isDirectory() ? filesBelow([file]) : [file];
      }),
    )
    .sort();
}

/** @param {string} file */
function contentOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}

/** @param {string[]} args */
function npm(args) {
  try {
    // By npm's own program where it told us: a shell's `npm` may be another one.
    const cli = process.env.npm_execpath;
    if (cli?.endsWith(".js"))
      execFileSync(process.execPath, [cli, ...args], { stdio: ["ignore", "ignore", "inherit"] });
    else
      execFileSync("npm", args, {
        stdio: ["ignore", "ignore", "inherit"],
        shell: process.platform === "win32",
      });
  } catch {
    fail(`npm ${args.join(" ")} failed; its message is above.`);
  }
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * @param {string} line
 * @returns {never}
 */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
