import { expect, test, vi } from "vitest";
import { answerRunForm } from "~/core/imports/wizard-form.server";

/** An import of so many refused rows; calls beyond these would fail. */
function importOf(refused: number) {
  const rows = vi.fn(async () => ({ rows: [], hasNextPage: false, nextCursor: null }));
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
  const few = importOf(5_000);
  expect(await answerRunForm(few.calls, "run", form())).toHaveProperty("refused.rows", []);
  expect(few.writeRowsFile).not.toHaveBeenCalled();

  const many = importOf(5_001);
  expect(await answerRunForm(many.calls, "run", form())).toMatchObject({
    notice: { link: { url: "/jobs/job" }, job: { id: "job", writesFile: true } },
  });
  expect(many.rows).not.toHaveBeenCalled();
  expect(many.writeRowsFile).toHaveBeenCalledWith({ id: "run", which: "refused", operationId: "operation" });
});
