import { expect, test } from "vitest";
import type { answerCall as AnswerCall } from "~/core/answer-call.server";
import type { createApp as CreateApp } from "~/core/app.server";
import type { authorize as Authorize } from "~/core/authorize.server";
import type { ContractsOf } from "~/core/function-entry";
import { declareModule } from "~/core/module.server";
import { couponCall, type couponsFunction } from "~/functions/coupons/function";
import { couponsList } from "~/functions/coupons/list.server";
import { studentCalls } from "~/functions/students/calls.server";
import { studentsFunction } from "~/functions/students/function";
import type { PlainTable } from "~/ui/list/PlainTable";

/** Each line here would be a mistake. The type check fails when one of them compiles. Nothing calls it. */
function mistakes(
  createApp: typeof CreateApp,
  authorize: typeof Authorize,
  args: Parameters<typeof Authorize>[0],
  table: typeof PlainTable,
  answer: typeof AnswerCall<ContractsOf<typeof couponsFunction>>,
) {
  // @ts-expect-error the page's function has no such call
  couponCall("coupons.send", {});
  // @ts-expect-error the call takes no such field
  couponCall("coupons.resend", { order: "1" });
  // @ts-expect-error a pool's version is a number
  couponCall("coupons.changePool", { id: "1", version: "1" });
  // @ts-expect-error the call answers a message
  answer({}, { "coupons.resend": ({ text }) => text }, {});
  // @ts-expect-error a task isn't a declaration until `defineTask` has made it one
  declareModule({ folder: "x", declares: [{ name: "a.task", run: async () => {} }] });
  // @ts-expect-error a list has no such filter
  void couponsList.filters.color;
  // @ts-expect-error whether a coupon is used is neither text nor a number, so its column needs a cell
  table({ caption: "coupons", columns: couponsList.declaration.columns, rows: [], cells: {} });
  const students = declareModule({
    folder: "x",
    entry: studentsFunction,
    calls: { students: studentCalls },
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
