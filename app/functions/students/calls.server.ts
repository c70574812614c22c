import { z } from "zod";
import { call } from "~/core/call.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/schemas";
import { limitNumber } from "~/domain/customers/schemas";
import { registrationCalls } from "~/domain/registrations/calls.server";
import { registrationExports } from "~/domain/registrations/list.server";
import { readDiscountLimit, saveDiscountLimit } from "./discount-limit.server";
import { importForm } from "./import";
import { studentsList, studentsSheet } from "./list.server";

const digits = z
  .string()
  .trim()
  .max(12, "must be at most 12 digits")
  .regex(/^\d*$/, "must be digits only, or empty");

/** The calls of the Students screen. */
export const studentCalls = {
  ...registrationCalls("student", studentsList),
  defaultDiscountLimit: call("GET /default-discount-limit", {
    for: "showStudents",
    summary: "The discount limit of students without their own",
    output: z.object({ value: z.string() }),
    run: async ({ shop }) => ({ value: await readDiscountLimit(shop.domain) }),
  }),
  saveDefaultDiscountLimit: call("POST /default-discount-limit", {
    for: "showStudents",
    summary: "Set the default discount limit",
    input: z.object({
      default_discount_limit: z.union(
        [digits, limitNumber],
        "must be a whole number of at most 12 digits, or empty",
      ),
      /** The value that was shown. If it has changed since, the request is refused. */
      seen: z.string().max(12).optional(),
    }),
    output: z.object({ value: z.string() }),
    run: async (context, { default_discount_limit, seen }) => ({
      value: await saveDiscountLimit(context, default_discount_limit, seen),
    }),
  }),
};

/** The calls under `exports` that export students. */
export const studentExportCalls = {
  student: registrationExports("student", "/excelexport/students", studentsSheet),
};

/** The calls under `imports` that import students. */
export const studentImportCalls = {
  createStudents: call("PUT /createstudentcustomers", {
    for: "showStudents",
    summary:
      "Import students from spreadsheet rows. Repeating the request with the same rows or Idempotency-Key has no further effect",
    status: 202,
    input: { headers: apiImportHeaders, body: apiImportRows },
    output: apiImportAnswer,
    run: (context, { body, headers }) => importObjects(context, importForm, body, headers["idempotency-key"]),
  }),
};
