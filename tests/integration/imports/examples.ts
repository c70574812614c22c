import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the import wizard. */
export const examples: ExampleRequests = {
  "imports.list": () => ({ path: "/imports?kind=students" }),
  "imports.open": () => ({
    path: "/imports",
    body: {
      kind: "students",
      fileName: "example.csv",
      sha256: "0".repeat(64),
      columns: ["Email"],
      rowCount: 1,
    },
  }),
  "imports.decide": ({ importId }) => ({
    path: `/imports/${importId}/mapping`,
    body: { mapping: ["email"], blanks: "keep" },
  }),
  "imports.send": ({ importId }) => ({
    path: `/imports/${importId}/rows`,
    body: { rows: [{ number: 2, cells: ["an@example.com"] }] },
  }),
  "imports.finish": ({ importId }) => ({ path: `/imports/${importId}/check`, body: {} }),
  "imports.detail": ({ importId }) => ({ path: `/imports/${importId}` }),
  "imports.rows": ({ importId }) => ({ path: `/imports/${importId}/rows` }),
  "imports.leftOut": ({ importId }) => ({ path: `/imports/${importId}/left-out` }),
  "imports.fixRows": ({ importId }) => ({
    path: `/imports/${importId}/corrections`,
    body: { rows: [{ number: 2, cells: [{ column: 0, value: "another@example.com" }] }] },
  }),
  "imports.writeRowsFile": ({ importId }) => ({ path: `/imports/${importId}/rows/file`, body: {} }),
  "imports.fix": ({ importId }) => ({
    path: `/imports/${importId}/rows/2`,
    body: { column: 0, value: "another@example.com" },
  }),
  "imports.format": ({ importId }) => ({
    path: `/imports/${importId}/formats/0`,
    body: { format: "month-first" },
  }),
  "imports.start": ({ importId }) => ({ path: `/imports/${importId}/start`, body: {} }),
  "imports.undo": ({ importId }) => ({ path: `/imports/${importId}/undo`, body: {} }),
  "imports.discard": ({ importId }) => ({ path: `/imports/${importId}` }),
};
