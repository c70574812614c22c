import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject, shopSubject } from "~/core/audit/subjects.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { erasure } from "~/core/erasure/erasure.server";
import { scopeIn } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { assertMayRead, findFile, readPart, type StoredFile } from "~/platform/files/read.server";
import { fileShape, id } from "./schemas";

export type FileRow = z.infer<typeof fileShape>;

/**
 * The calls for files that the console made. Each asks for the flag of the file itself, and that the caller made it or is
 * the account owner.
 */
export const filesCalls = {
  detail: call("GET /files/{id}", {
    for: "signed-in",
    summary: "What a file is called, and how large it is",
    input: z.object({ id }),
    output: fileShape,
    run: (context, input) =>
      withShop(context.shop.domain, async (tx) => fileRowOf(await allowedFile(tx, context, input.id))),
  }),
  part: call("GET /files/{id}/parts/{position}", {
    for: "signed-in",
    summary: "A part of a file's bytes, counted from 0. Each one is recorded as a download",
    input: z.object({
      id,
      position: z.coerce.number("must be a number").int("must be a whole number").min(0),
    }),
    output: z.file(),
    run: (context, { id, position }) =>
      withShop(context.shop.domain, async (tx) => {
        const file = await allowedFile(tx, context, id);
        const bytes = await readPart(tx, context.shop.domain, id, position);
        await recordDownload(tx, context, file, position);
        return new File([Uint8Array.from(bytes)], file.name, { type: "application/octet-stream" });
      }),
  }),
};

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

export const fileDownloaded = auditAction<null, { file: string; bytes: number; part?: string }>(
  "file.downloaded",
  "Downloaded a file",
);

/** Deletes all files of the shop. They are compressed and can't be searched for the customer, and can be created again. */
export const eraseFiles = erasure("files", {
  // Late, because a file that is being written waits for it.
  stage: 145,
  async erase(client, { shop }) {
    // Waits for parts that are being written, so that the next statement sees them.
    await client.query("DELETE FROM files WHERE shop = $1", [shop]);
    // The parts of a file that was begun in between stay.
    await client.query(
      `DELETE FROM file_parts WHERE shop = $1
          AND NOT EXISTS (SELECT 1 FROM files WHERE files.shop = file_parts.shop AND id = file_id)`,
      [shop],
    );
  },
});
