import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { registrationRouter } from "~/domain/registrations/calls.server";
import { registrationExportsRouter } from "~/domain/registrations/exports/registration-exports.server";
import { studentExports, studentImports, studentsContract } from "./contract";
import { saveDiscountLimit } from "./discount-limit.server";
import { studentsList } from "./list";
import { readDiscountLimit } from "./stored-limit.server";
import { studentImport } from "./student-import";
import { studentReport } from "./student-report.server";

const calls = implement(studentsContract).$context<CallContext>().use(guard);

/** The calls of the Students screen. */
export const studentsRouter = {
  ...registrationRouter(studentsContract, "student", studentsList),
  defaultDiscountLimit: calls.defaultDiscountLimit.handler(async ({ context }) => ({
    value: await readDiscountLimit(context.shop.domain),
  })),
  saveDefaultDiscountLimit: calls.saveDefaultDiscountLimit.handler(async ({ input, context }) => ({
    value: await saveDiscountLimit(context, input.default_discount_limit, input.seen),
  })),
};

/** The calls that export students. */
export const studentExportsRouter = {
  student: registrationExportsRouter(studentExports.student, studentReport),
};

const imports = implement(studentImports).$context<CallContext>().use(guard);

/** The calls that import students. */
export const studentImportsRouter = imports.router({
  createStudents: imports.createStudents.handler(({ input, context }) =>
    importObjects(context, studentImport, input.body, input.headers["idempotency-key"]),
  ),
});
