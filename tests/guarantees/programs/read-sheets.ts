/** A worker thread that reads spreadsheets as the browser's worker does, one after the other. */
import { parentPort } from "node:worker_threads";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { readSheet } from "~/platform/sheets/reading/read-sheet";

parentPort?.on("message", async ({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) => {
  // Node has it since 23.9.
  const begun = process.threadCpuUsage?.();
  const answer = await readSheet(new Blob([bytes]), name).then(
    ({ rows }) => ({ rows }),
    (error: unknown) =>
      error instanceof SheetProblem ? { refused: error.message } : { crashed: String(error) },
  );
  const used = begun && process.threadCpuUsage(begun);
  parentPort?.postMessage({ ...answer, worked: used && (used.user + used.system) / 1_000 });
});
