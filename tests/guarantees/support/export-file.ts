import { buffer } from "node:stream/consumers";
import { DEMO } from "../../support/test-shop.ts";

/** Works an export to its end in this process. @returns its file */
export async function fileOf(jobId: string): Promise<Uint8Array> {
  const [{ runJob }, { exportJob }, { filesOfJobs, readFile }, { withShop }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/exports/export-job.server"),
    import("~/platform/files/read.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[exportJob.name, exportJob]]), new AbortController().signal);
  const file = (await withShop(DEMO, (tx) => filesOfJobs(tx, DEMO, [jobId]))).get(jobId);
  if (!file) throw new Error("The export wrote no file.");
  return buffer((await readFile(DEMO, file.id)).bytes);
}
