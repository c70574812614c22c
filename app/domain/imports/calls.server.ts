import { implement } from "@orpc/server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { takeRows } from "./check.server";
import { importsContract } from "./contract";
import { finishChecking } from "./finish.server";
import { nationalImport, studentImport } from "./kinds";
import { decideMapping, discardRun, openRun } from "./open.server";
import { fixCell, pageOfRows } from "./rows.server";
import { startRowsFile } from "./rows-file.server";
import { findRun, listRuns } from "./runs.server";
import { importObjects } from "./scripted.server";
import { startImport, undoImport } from "./start.server";

const calls = implement(importsContract).$context<CallContext>().use(door);

/** The calls of imports. */
export const importsRouter = calls.router({
  list: calls.list.handler(async ({ input, context }) => ({ runs: await listRuns(context, input.kind) })),
  open: calls.open.handler(({ input, context }) => openRun(context, input)),
  decide: calls.decide.handler(({ input, context }) => decideMapping(context, input)),
  send: calls.send.handler(({ input, context }) => takeRows(context, input.id, input.rows)),
  finish: calls.finish.handler(({ input, context }) => finishChecking(context, input.id)),
  detail: calls.detail.handler(({ input, context }) =>
    withShop(context.shop.domain, (tx) => findRun(tx, context, input.id)),
  ),
  rows: calls.rows.handler(({ input, context }) => pageOfRows(context, input)),
  writeRowsFile: calls.writeRowsFile.handler(({ input, context }) =>
    startRowsFile(context, input, input.operationId),
  ),
  fix: calls.fix.handler(({ input, context }) => fixCell(context, input)),
  start: calls.start.handler(({ input, context }) => startImport(context, input.id)),
  undo: calls.undo.handler(({ input, context }) => undoImport(context, input.id)),
  discard: calls.discard.handler(async ({ input, context }) => {
    await discardRun(context, input.id);
    return { discarded: true };
  }),
  createStudents: calls.createStudents.handler(({ input, context }) =>
    importObjects(context, studentImport, input.body, input.headers["idempotency-key"]),
  ),
  importNational: calls.importNational.handler(({ input, context }) =>
    importObjects(context, nationalImport, input.body.excelData, input.headers["idempotency-key"]),
  ),
});
