import { implement } from "@orpc/server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject, shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { scopeIn } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { assertMayRead, findFile, readPart, type StoredFile } from "~/platform/files/read.server";
import { fileDownloaded } from "./audit.server";
import { type FileRow, filesContract } from "./contract";

const calls = implement(filesContract).$context<CallContext>().use(guard);

/** The calls for files that the console made. */
export const filesRouter = calls.router({
  detail: calls.detail.handler(({ input, context }) =>
    withShop(context.shop.domain, async (tx) => fileRowOf(await allowedFile(tx, context, input.id))),
  ),

  part: calls.part.handler(({ input: { id, position }, context }) =>
    withShop(context.shop.domain, async (tx) => {
      const file = await allowedFile(tx, context, id);
      const bytes = await readPart(tx, context.shop.domain, id, position);
      await recordDownload(tx, context, file, position);
      return new File([Uint8Array.from(bytes)], file.name, { type: "application/octet-stream" });
    }),
  ),
});

/** A file as the calls answer it. */
export function fileRowOf({ id, name, contentType, size, parts, expiresAt }: StoredFile): FileRow {
  return { id, name, contentType, size, parts, expiresAt: expiresAt.toISOString() };
}

/** @throws 404 for a file that is not there or another shop's, 403 for one that is not the caller's to read */
async function allowedFile(tx: ShopTransaction, context: CallContext, id: string): Promise<StoredFile> {
  const file = await findFile(tx, context.shop.domain, id);
  assertMayRead(context.administrator, file);
  return file;
}

/** Records in the audit log who downloaded people's data. Each part counts: one alone has people in it, too. */
async function recordDownload(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  file: StoredFile,
  position: number,
): Promise<void> {
  const part = file.parts > 1 ? { part: `${position + 1} of ${file.parts}` } : {};
  await recordAudit(tx, shop.domain, fileDownloaded, {
    actor: administrator,
    subject: file.jobId ? { type: jobSubject, id: file.jobId } : { type: shopSubject, id: shop.domain },
    before: null,
    after: { file: file.name, bytes: file.size, ...part },
    jobId: file.jobId ?? undefined,
    ...scopeIn(file.permission),
  });
}
