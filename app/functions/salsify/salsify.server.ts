import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { salsifyContract } from "./contract";
import { generateReport } from "./generate-report.server";
import { listFields } from "./list-fields.server";
import { selectAllFields } from "./select-all-fields.server";
import { updateField } from "./update-field.server";

const calls = implement(salsifyContract).$context<CallContext>().use(guard);

export const salsifyRouter = calls.router({
  getFields: calls.getFields.handler(({ input, context }) => listFields(context, input)),
  selectAllFields: calls.selectAllFields.handler(({ input, context }) =>
    selectAllFields(context, input.active),
  ),
  updateField: calls.updateField.handler(({ input, context }) => updateField(context, input)),
  report: calls.report.handler(({ context }) => generateReport(context)),
});
