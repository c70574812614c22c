import { buffer } from "node:stream/consumers";
import { DEMO } from "../../support/test-shop.ts";

/** Works an export to its end in this process. @returns its file */
export async function readResultFile(jobId: string): Promise<Uint8Array> {
  const [{ runJob }, { app }, { filesOfJobs, readFile }, { withShop }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
    import("~/platform/files/read.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await runJob(DEMO, jobId, new Map(app.jobs.map((job) => [job.name, job])), new AbortController().signal);
  const file = (await withShop(DEMO, (tx) => filesOfJobs(tx, DEMO, [jobId]))).get(jobId);
  if (!file) throw new Error("The export wrote no file.");
  return buffer((await readFile(DEMO, file.id)).bytes);
}
