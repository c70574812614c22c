import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { nationalImports } from "./contract";
import { nationalImport } from "./national-import";

const calls = implement(nationalImports).$context<CallContext>().use(guard);

/** The calls that import national partners. */
export const nationalImportsRouter = calls.router({
  importNational: calls.importNational.handler(({ input, context }) =>
    importObjects(context, nationalImport, input.body.excelData, input.headers["idempotency-key"]),
  ),
});
