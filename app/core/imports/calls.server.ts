import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { asCallError, guard } from "~/core/guard.server";
import { withShop } from "~/platform/db/with-shop.server";
import { forbidden } from "~/platform/errors";
import { changeFormat } from "./change-format.server";
import { importsContract } from "./contract";
import { finishChecking } from "./finish.server";
import { decideMapping, discardRun, openRun } from "./open.server";
import { fixCells, pageOfRows } from "./rows.server";
import { startRowsFile } from "./rows-file.server";
import { findRun, listRuns, mayImportAnything } from "./runs.server";
import { stageRows } from "./stage-rows.server";
import { startImport, undoImport } from "./start.server";

const calls = implement(importsContract)
  .$context<CallContext>()
  // Before the guard, so that a caller without any flag is refused before the input is read.
  .use(({ context, next, path }) => {
    if (!mayImportAnything(context)) throw asCallError(forbidden(), path.join("."));
    return next();
  })
  .use(guard);

/** The calls of imports. */
export const importsRouter = calls.router({
  list: calls.list.handler(async ({ input, context }) => ({ runs: await listRuns(context, input.kind) })),
  open: calls.open.handler(({ input, context }) => openRun(context, input)),
  decide: calls.decide.handler(({ input, context }) => decideMapping(context, input)),
  send: calls.send.handler(({ input, context }) => stageRows(context, input.id, input.rows)),
  finish: calls.finish.handler(({ input, context }) => finishChecking(context, input.id)),
  detail: calls.detail.handler(({ input, context }) =>
    withShop(context.shop.domain, (tx) => findRun(tx, context, input.id)),
  ),
  rows: calls.rows.handler(({ input, context }) => pageOfRows(context, input)),
  writeRowsFile: calls.writeRowsFile.handler(({ input, context }) =>
    startRowsFile(context, input, input.operationId),
  ),
  fix: calls.fix.handler(({ input, context }) => fixCells(context, input)),
  format: calls.format.handler(({ input, context }) => changeFormat(context, input)),
  start: calls.start.handler(({ input, context }) => startImport(context, input.id, input)),
  undo: calls.undo.handler(({ input, context }) => undoImport(context, input.id)),
  discard: calls.discard.handler(async ({ input, context }) => {
    await discardRun(context, input.id);
    return { discarded: true };
  }),
});
