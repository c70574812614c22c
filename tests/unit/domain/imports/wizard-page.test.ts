import { expect, test } from "vitest";
import { readRunPage } from "~/core/imports/import-pages.server";
import { importForm as studentImport } from "~/functions/students/import";

/** An import of which the calls answer these states, one after the other, and the state of its job. */
function calls(runStates: string[], jobState: string) {
  const detail = async () => ({
    kind: studentImport.id,
    state: runStates.shift(),
    jobId: "job",
    undoJobId: null,
  });
  return { imports: { detail }, jobs: { detail: async () => ({ state: jobState }) } } as never;
}
const page = async (runStates: string[], jobState: string) => {
  const data = await readRunPage(
    new Request("https://app/students/import/run"),
    calls(runStates, jobState),
    studentImport,
    "run",
  );
  return [data.run.state, data.job?.state];
};

test("if a job ends between the page's two reads, the page shows both as ended", async () => {
  expect(await page(["undoing", "undone"], "completed")).toEqual(["undone", "completed"]);
  expect(await page(["running", "done"], "completed")).toEqual(["done", "completed"]);
  expect(await page(["running", "never asked"], "running")).toEqual(["running", "running"]);
});
