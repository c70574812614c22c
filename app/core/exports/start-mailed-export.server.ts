import type { CallContext } from "~/core/context.server";
import { badRequest } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { startExport } from "./export-rows.server";
import type { ExportRequest, ListExport } from "./list-export.server";

/**
 * Starts the job that writes a spreadsheet and emails it to the administrator.
 * @param declared an export with `mail`
 * @throws 400 for an administrator without an email address
 */
export async function startMailedExport(
  context: CallContext,
  declared: ListExport,
  request: ExportRequest,
  operationId?: string,
): Promise<{ status: true; msg: string; jobId: string }> {
  const { email } = context.administrator;
  if (!isMailAddress(email))
    throw badRequest("Your Shopify account has no valid email address to send the file to.");
  const { jobId } = await startExport(context, declared, request, operationId);
  return {
    status: true,
    msg: `The spreadsheet is being written. It will be sent to ${email}.`,
    jobId,
  };
}
