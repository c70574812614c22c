import fs from "node:fs";
import path from "node:path";

const functionsFolder = path.resolve("app/functions");

/**
 * Remix's options. Pages live beside the rest of their function: every file `app/functions/<name>/routes/<path>.tsx` is a page,
 * and its name is its path with dots for slashes (`students.tsx` is /students, `students.$id.tsx` is /students/:id, `_index.tsx`
 * is /). All of them stand in the frame of `app/shell.tsx` (who is signed in, navigation, notices), and none inside another page.
 * `app/routes` has what stands outside that frame: authentication, webhooks, unauthorized.
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  ignoredRouteFiles: ["**/.*", "**/*.test.*", "**/*.server.*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // With true, client navigation breaks where the browser blocks storage in the admin's iframe.
    v3_lazyRouteDiscovery: false,
  },
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      route("", "shell.tsx", () => {
        for (const file of functionPages()) {
          const url = pathOf(file);
          route(url, path.relative("app", file), { index: url === "" });
        }
        for (const name of functionsWithImport()) {
          // A function whose first page needs more than its kind has a file for it.
          if (!fs.existsSync(path.join(functionsFolder, name, `routes/${name}.import.tsx`)))
            route(`${name}/import`, "import-begin.tsx", { id: `functions/${name}/import` });
          route(`${name}/import/:run`, "import-page.tsx", { id: `functions/${name}/import.$run` });
        }
        route("*", "page-not-found.tsx");
      });
    }),
};

/** The functions with an import: those with a form in their folder, and those that a noun's `importForms` name. */
const functionsWithImport = () => [
  ...fs
    .readdirSync(functionsFolder)
    .filter((name) => fs.existsSync(path.join(functionsFolder, name, "import.ts"))),
  ...fs.globSync("app/domain/*/imports/import.ts").flatMap((file) => {
    const [, forms = ""] = fs.readFileSync(file, "utf8").split("export const importForms = {");
    return [...forms.matchAll(/^ {2}(\w+): \w/gm)].map(([, name = ""]) => name);
  }),
];

function functionPages() {
  /** @type {(folder: string) => boolean} */
  const isFolder = (folder) => fs.existsSync(folder) && fs.statSync(folder).isDirectory();
  if (!isFolder(functionsFolder)) return [];
  return fs
    .readdirSync(functionsFolder)
    .map((name) => path.join(functionsFolder, name, "routes"))
    .filter(isFolder)
    .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|server)\.tsx?$/.test(file))
    .sort();
}

/** @param {string} file */
function pathOf(file) {
  const name = path.basename(file).replace(/\.tsx?$/, "");
  return name
    .split(".")
    .filter((part) => part !== "_index")
    .map((part) => (part === "$" ? "*" : part.replace(/^\$/, ":")))
    .join("/");
}
