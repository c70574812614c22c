import { expect, test, vi } from "vitest";
import { answerRunForm } from "~/core/imports/wizard-form.server";

/** An import with this many refused rows, of which some are still stored. Other calls would fail. */
function importOf(refused: number, stored: { number: number }[] = []) {
  const rows = vi.fn(async ({ verdict }: { verdict: string }) => ({
    rows: verdict === "refused" ? stored : [],
    hasNextPage: false,
    nextCursor: null,
  }));
  const writeRowsFile = vi.fn(async () => ({ jobId: "job" }));
  const detail = async () => ({ counts: { refused, duplicate: 0 } });
  return { calls: { imports: { detail, rows, writeRowsFile }, jobs: {} } as never, rows, writeRowsFile };
}
const form = () => {
  const fields = new FormData();
  fields.set("intent", "refused");
  fields.set("operationId", "operation");
  return fields;
};

test("refused rows are returned up to the browser's limit, and written by a job above it", async () => {
  const few = importOf(5_000, [{ number: 2 }]);
  expect(await answerRunForm(few.calls, "run", form())).toHaveProperty("refused.rows", [{ number: 2 }]);
  expect(few.writeRowsFile).not.toHaveBeenCalled();

  const many = importOf(5_001);
  expect(await answerRunForm(many.calls, "run", form())).toMatchObject({
    notice: { link: { url: "/jobs/job" }, job: { id: "job", writesFile: true } },
  });
  expect(many.rows).not.toHaveBeenCalled();
  expect(many.writeRowsFile).toHaveBeenCalledWith({ id: "run", which: "refused", operationId: "operation" });
});

test("refused rows that are no longer stored are named as such, instead of an empty file", async () => {
  await expect(answerRunForm(importOf(3).calls, "run", form())).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("no longer stored"),
  });
});
