import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { FUNCTION_GROUPS } from "~/core/function-entry";
import { functions, modules } from "../../support/app.ts";

/** Every page by its path from the project's root: README, CONTRIBUTING, docs, and the READMEs of folders in app. */
const pages = ["README.md", "CONTRIBUTING.md", ...pagesBelow("docs"), ...fs.globSync("app/**/README.md")];
const packageJson = JSON.parse(fs.readFileSync("package.json", "utf8"));

function pagesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return pagesBelow(file);
    return file.endsWith(".md") ? [file] : [];
  });
}

const read = (page: string) => fs.readFileSync(page, "utf8");
const withoutCodeBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = ""]) => part);

/** The cells of each row of a page's tables, without the headers. */
function tableRows(text: string): string[][] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines
    .filter((line, index) => !/^\|[-|]+\|$/.test(line) && !/^\|[-|]+\|$/.test(lines[index + 1] ?? ""))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** The entries of the project's root, except generated ones. */
const roots = fs
  .readdirSync(".")
  .filter(
    (name) => ![".git", ".backroom", "build", "coverage", "node_modules", "test-results"].includes(name),
  );

/** True when a text in backticks names a file or folder of this repository. Placeholders and patterns don't. */
function isRepositoryPath(text: string): boolean {
  if (/[\s<>*…{}]/.test(text)) return false;
  return roots.includes(text.split("/")[0] ?? "") && (text.includes("/") || text.includes("."));
}

const missing = (paths: string[]) => paths.filter((file) => !fs.existsSync(file));

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("names only paths that exist", () => {
    const named = found(withoutCodeBlocks(text), /`([^`]+)`/g).filter(isRepositoryPath);
    expect(missing(named)).toEqual([]);
  });

  test("draws only paths that exist", () => {
    const drawings = found(text, /^```mermaid\n([\s\S]*?)^```/gm).join("\n");
    const named = found(drawings, /([\w.-]+(?:\/[\w.*-]+)+\.tsx?)\b/g).filter(isRepositoryPath);
    expect(missing(named)).toEqual([]);
  });

  test("names only commands that package.json has", () => {
    const commands = found(text, /\bnpm run ([a-z][a-z0-9:-]*)/g).map((name) => name.replace(/:$/, ""));
    expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  test("names only paths that exist inside commands", () => {
    const commands = found(text, /(?:^|[`\s])(?:npm (?:test|run [\w:-]+) --|node) ([^\n`|]+)/gm);
    const named = commands.flatMap((command) => command.split(/\s+/)).filter(isRepositoryPath);
    expect(missing(named)).toEqual([]);
  });

  test("links only to what exists", () => {
    const targets = found(withoutCodeBlocks(text), /\]\(([^)\s]+)\)/g).filter(
      (target) => !/^https?:/.test(target),
    );
    const files = targets.map((target) => path.join(path.dirname(page), target.split("#")[0] ?? ""));
    expect(missing(files)).toEqual([]);
  });
});

test("every noun and every engine has a README", () => {
  const folders = fs.globSync("app/{domain,core}/*/");
  expect(missing(folders.map((folder) => path.join(folder, "README.md")))).toEqual([]);
});

/** A folder that takes more than a glance. */
const MANY_FILES = 12;

const needsReadme = (folder: string) =>
  fs.existsSync(`app/${folder}/README.md`) || fs.globSync(`app/${folder}/**/*.{ts,tsx}`).length > MANY_FILES;

describe.each(modules.filter(({ folder }) => folder.startsWith("functions/") && needsReadme(folder)))(
  "the README of $folder",
  ({ folder, calls, declared }) => {
    const text = fs.existsSync(`app/${folder}/README.md`) ? read(`app/${folder}/README.md`) : "";
    /** The names of a line such as "- Tables: `a`, `b`." which may go on in the next ones. */
    const namesAfter = (label: string) =>
      (text.split(`\n- ${label}: `)[1]?.split(/\.\n/)[0] ?? "")
        .split(",")
        .map((name) => name.trim().replaceAll("`", ""))
        .filter((name) => name !== "");

    test("names its calls and its tables, and fits on a screen", () => {
      expect(text.split("\n").length).toBeLessThanOrEqual(60);
      expect(namesAfter("Calls").sort()).toEqual(Object.keys(calls).sort());
      const sources = fs.globSync(`app/${folder}/**/tables.server.ts`).map(read).join("\n");
      expect(namesAfter("Tables").sort()).toEqual(found(sources, /pgTable\(\s*"([a-z_]+)"/g).sort());
    });

    test("names the states that it declares", () => {
      for (const each of declared)
        if (each.kind === "states")
          expect(namesAfter(`States of \`${each.table}\``)).toEqual(Object.keys(each.transitions));
    });
  },
);

test("README's groups are those of the home page, and each name is in the menu under its group", () => {
  const section = read("README.md")
    .split(/^## /m)
    .find((part) => part.startsWith("Functions"));
  const groups = Object.entries(FUNCTION_GROUPS);
  const rows = tableRows(section ?? "");
  expect(rows.map(([title]) => title)).toEqual(groups.map(([, title]) => title));
  const namesIn = (group: string) =>
    functions.flatMap((entry) => (entry.group === group ? [entry.menuName] : []));
  for (const [index, [group]] of groups.entries())
    expect(namesIn(group)).toEqual(expect.arrayContaining(rows[index]?.[1]?.split(", ") ?? []));
});

test("every dependency has a reason, and every reason a dependency", () => {
  const { dependencies, devDependencies, optionalDependencies } = packageJson;
  const reasons = tableRows(read("docs/decisions/dependencies.md"));
  const explained = reasons
    .filter(([, reason]) => reason !== "")
    .map(([name = ""]) => name.replaceAll("`", ""));
  const declared = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(explained.sort()).toEqual(declared.sort());
});

test("every decision is on the list of decisions", () => {
  const listed = found(read("docs/decisions/README.md"), /\]\(([^)]+)\)/g);
  const written = fs
    .readdirSync("docs/decisions")
    .filter((name) => name !== "README.md" && name.endsWith(".md"));
  expect(listed.sort()).toEqual(written.sort());
});
