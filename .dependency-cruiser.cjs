/**
 * Imports run one way: functions → domain → connectors → platform (docs and DESIGN: "The house"). `ui` stands beside them.
 * @type {import("dependency-cruiser").IConfiguration}
 */

const layers = ["functions", "domain", "connectors", "platform"];

/** A layer may import itself and what stands below it. */
const oneWay = layers.slice(1).map((layer, index) => ({
  name: `${layer}-imports-nothing-above`,
  comment: `${layer} must not know the layers above it: functions → domain → connectors → platform.`,
  severity: "error",
  // A domain's own screens (`domain/<noun>/ui`) are made of the shared pieces of `ui`.
  from: { path: `^app/${layer}/`, pathNot: "^app/domain/[^/]+/ui/" },
  to: { path: `^app/(${[...layers.slice(0, index + 1), "ui", "routes"].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: "screens-of-a-domain-import-no-function",
      comment: "What stands in app/domain is shared; it must not know who uses it.",
      severity: "error",
      from: { path: "^app/domain/[^/]+/ui/" },
      to: { path: "^app/(functions|routes)/" },
    },
    {
      name: "layers-do-not-import-the-composition",
      comment:
        "Files at app/'s root put the parts together; the parts must not know them, except by the door and the contract.",
      severity: "error",
      from: { path: "^app/(domain|connectors|platform|ui)/" },
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
      comment: "What several functions share belongs in app/domain. Only the registry lists the functions.",
      severity: "error",
      from: { path: "^app/functions/([^/]+)/" },
      to: { path: "^app/functions/[^/]+/", pathNot: "^app/functions/$1/" },
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
          "^app/(root|shell|entry\\.server)\\.tsx$",
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
      comment: "The local store stands for Shopify: it must not share code with what it tests.",
      severity: "error",
      from: { path: "^local-store/" },
      to: { path: "^(app|tests)/" },
    },
    {
      name: "production-knows-no-local-store",
      comment: "web and worker run without the local store, which is not in the image.",
      severity: "error",
      from: { path: "^server/(main|web|worker|environment)\\.ts$|^server/web/" },
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
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
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
      from: { path: "^app/|^server/(main|web|worker|environment)\\.ts$|^server/(web|process)/" },
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
