import { jobUndos } from "~/core/job-undo.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { undoImport } from "./start.server";

/** The jobs that write imports can be undone from their page. */
export const undoOfImports = jobUndos.handler({
  kind: "imports.write",
  async start(context, jobId) {
    const shop = context.shop.domain;
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string }>("SELECT id FROM import_runs WHERE shop = $1 AND job_id = $2", [
        shop,
        jobId,
      ]),
    );
    const [run] = rows;
    if (!run) throw notFound("The import of this job doesn't exist anymore.");
    return undoImport(context, run.id);
  },
  async canStart(tx, shop, jobId) {
    const { rows } = await tx.$client.query(
      `SELECT 1 FROM import_runs AS run WHERE shop = $1 AND job_id = $2 AND undo_job_id IS NULL
          AND EXISTS (SELECT 1 FROM import_rows AS row WHERE row.shop = $1 AND row.run_id = run.id AND written IS NOT NULL)`,
      [shop, jobId],
    );
    return rows.length > 0;
  },
});
