import { expect, test } from "vitest";
import type { createApp as CreateApp } from "~/core/app.server";
import type { authorize as Authorize } from "~/core/authorize.server";
import { defineModule } from "~/core/module.server";
import { studentsContract } from "~/functions/students/contract";
import { studentsFunction } from "~/functions/students/function";
import type { studentsRouter } from "~/functions/students/students.server";
import type { PlainTable } from "~/ui/list/PlainTable";

/** Each line here would be a mistake. The type check fails when one of them compiles. Nothing calls it. */
function mistakes(
  createApp: typeof CreateApp,
  authorize: typeof Authorize,
  args: Parameters<typeof Authorize>[0],
  router: typeof studentsRouter,
  table: typeof PlainTable,
) {
  const contract = { students: studentsContract };
  // @ts-expect-error a contract without its implementation
  defineModule({ folder: "x", calls: { contract } });
  // @ts-expect-error one call has no implementation
  defineModule({ folder: "x", calls: { contract, router: { students: {} } } });
  // @ts-expect-error under another key than the contract
  defineModule({ folder: "x", calls: { contract, router: { student: router } } });
  const students = defineModule({
    folder: "x",
    entry: studentsFunction,
    calls: { contract, router: { students: router } },
  });
  // @ts-expect-error the pages of students call customers, which no module of this list answers
  createApp([students]);
  // @ts-expect-error the function does not name this call
  authorize(args, studentsFunction, async ({ calls }) => calls.credits);
  const columns = [
    { key: "code", title: "Code" },
    { key: "endsOn", title: "Ends" },
  ] as const;
  // @ts-expect-error the column endsOn has no cell
  table({ caption: "coupons", columns, rows: [], cells: { code: () => "SPRING" } });
}

test("mistakes in a module or a list are type errors", () => {
  expect(mistakes).toBeTypeOf("function");
});
