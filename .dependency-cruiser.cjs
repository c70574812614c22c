/**
 * Imports run one way: functions → domain → core → connectors → platform. `ui` is beside them.
 * @type {import("dependency-cruiser").IConfiguration}
 */

const layers = ["functions", "domain", "core", "connectors", "platform"];

/** A layer may import itself and the layers below it. */
const oneWay = layers.slice(1).map((layer) => ({
  name: `${layer}-imports-nothing-above`,
  comment: `${layer} must not know the layers above it: functions → domain → core → connectors → platform.`,
  severity: "error",
  // The screens of a noun or an engine (`domain/<noun>/ui`, `core/<engine>/ui`) use the shared parts in `ui`.
  from: { path: `^app/${layer}/`, pathNot: "^app/(domain|core)/[^/]+/ui/" },
  to: { path: `^app/(${[...layers.slice(0, layers.indexOf(layer)), "ui", "routes"].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: "screens-of-a-domain-import-no-function",
      comment: "Nouns and engines are shared. They must not know the functions that use them.",
      severity: "error",
      from: { path: "^app/(domain|core)/[^/]+/ui/" },
      to: { path: "^app/(functions|routes)/" },
    },
    {
      name: "layers-do-not-import-the-composition",
      comment: "Files at app/'s root put the parts together. The parts must not know them.",
      severity: "error",
      from: { path: "^app/(domain|core|connectors|platform|ui)/" },
      to: { path: "^app/[^/]+$" },
    },
    {
      name: "ui-knows-only-platform",
      comment: "Shared pieces of the interface know no business word.",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/", pathNot: ["^app/ui/", "^app/platform/"] },
    },
    {
      name: "function-imports-no-other-function",
      comment:
        "What several functions share belongs in app/domain. A page that makes another function's call declares it with `ContractCall`.",
      severity: "error",
      from: { path: "^app/functions/([^/]+)/" },
      to: { path: "^app/functions/[^/]+/", pathNot: "^app/functions/$1/" },
    },
    {
      name: "tables-belong-to-their-folder",
      comment:
        "A noun's or function's tables are its own. Others read its views (`…_of_shop`), or what it exports. Engines offer their tables.",
      severity: "error",
      from: { path: "^app/(functions|domain)/([^/]+)/" },
      to: { path: "^app/(functions|domain)/.*tables\\.server\\.ts$", pathNot: "^app/$1/$2/" },
    },
    {
      name: "function-declares-contracts-as-types",
      comment: "A contract that `function.ts` imports as a value ends up in the browser, with zod and oRPC.",
      severity: "error",
      from: { path: "^app/functions/([^/]+)/function\\.ts$" },
      to: {
        path: "^app/(functions|domain)/",
        pathNot: "^app/functions/$1/(?!.*contract\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "only-the-list-imports-a-module",
      comment: "A service that imports a module makes a cycle. Declarations are in small files next to it.",
      severity: "error",
      from: { pathNot: "^app/modules\\.server\\.ts$" },
      to: { path: "^app/(functions|domain|core)/[^/]+/module\\.server\\.ts$" },
    },
    {
      name: "functions-do-not-import-the-composition",
      comment:
        "A function gets the application from its caller: a page from Remix's load context, a call from its context.",
      severity: "error",
      from: { path: "^app/functions/" },
      to: { path: "^app/[^/]+$" },
    },
    {
      name: "server-code-stays-on-the-server",
      comment:
        "Only routes (Remix strips their loaders), entry files and other server modules may import a .server module.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: [
          "\\.server\\.tsx?$",
          "^app/routes/",
          "^app/functions/[^/]+/routes/",
          "^app/(root|shell|entry\\.server|import-begin|import-page)\\.tsx$",
        ],
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "app-stands-alone",
      comment:
        "The app runs without this machine's local store, without the server's shell and without the tests.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(server|local-store|tests)/" },
    },
    {
      name: "local-store-knows-no-app",
      comment:
        "The local store stands for Shopify: it must not share code with what it tests, nor with what starts it.",
      severity: "error",
      from: { path: "^local-store/" },
      to: { path: "^(app|server|tests)/" },
    },
    {
      name: "stand-in-knows-no-other",
      comment: "Each of the other systems is by itself, as in reality: a stand-in has its own data.",
      severity: "error",
      from: { path: "^local-store/(agora|algolia|ekata|pricespider|salsify|solr|ups)/" },
      to: {
        path: "^local-store/",
        pathNot: "^local-store/($1|data|faults|http|search-engines)/|^local-store/(config|shops).ts$",
      },
    },
    {
      name: "requests-know-no-process",
      comment:
        "What answers requests runs in any process: it must not know how databases, stores and workers are started.",
      severity: "error",
      from: { path: "^server/web/" },
      to: {
        path: "^server/",
        pathNot: "^server/web/|^server/(environment|metrics|tracing|process/lifetime).ts$",
      },
    },
    {
      name: "setup-stands-alone",
      comment:
        "It prepares a clone before anything else can run. Types come from the schema that the store executes.",
      severity: "error",
      from: { path: "^server/setup/" },
      to: { path: "^(app|local-store|server|tests)/", pathNot: "^server/setup/|^local-store/schema/" },
    },
    {
      name: "production-knows-no-local-store",
      comment: "web and worker run without the local store, which is not in the image.",
      severity: "error",
      from: {
        path: "^server/(main|web|worker|environment|metrics|tracing|doctor)\\.ts$|^server/(web|doctor)/",
      },
      to: { path: "^(local-store|tests)/" },
    },
    {
      name: "nothing-imports-tests",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { path: "^tests/" },
    },
    {
      name: "no-cycles",
      comment: "Type imports count, too: files that need each other's types are one file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-folder-cycles",
      comment: "Engines and nouns, and the folders within them, depend on each other in one direction.",
      severity: "error",
      scope: "folder",
      from: { path: "^app/(core|domain)/" },
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "no-development-package-in-production",
      severity: "error",
      from: {
        path: "^app/|^server/(main|web|worker|environment|metrics|tracing|doctor)\\.ts$|^server/(web|process|doctor)/",
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "app/platform/db/migrations" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
