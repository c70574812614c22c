import { z } from "zod";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/contract";
import { limitNumber } from "~/domain/customers/contract";
import { registrationCalls } from "~/domain/registrations/contract";
import { registrationExports } from "~/domain/registrations/exports/registration-exports";
import { call } from "~/platform/contract/call";

/** The calls of the Students screen. */
export const studentsContract = {
  ...registrationCalls("student", "students"),
  defaultDiscountLimit: call("showStudents")
    .route({
      method: "GET",
      path: "/default-discount-limit",
      summary: "The discount limit of students without their own",
    })
    .output(z.object({ value: z.string() })),
  saveDefaultDiscountLimit: call("showStudents")
    .route({ method: "POST", path: "/default-discount-limit", summary: "Set the default discount limit" })
    .input(
      z.object({
        default_discount_limit: z.union(
          [
            z
              .string()
              .trim()
              .max(12, "must be at most 12 digits")
              .regex(/^\d*$/, "must be digits only, or empty"),
            limitNumber,
          ],
          "must be a whole number of at most 12 digits, or empty",
        ),
        /** The value that was shown. If it has changed since, the request is refused. */
        seen: z.string().max(12).optional(),
      }),
    )
    .output(z.object({ value: z.string() })),
};

/** The calls under `exports` that export students. */
export const studentExports = { student: registrationExports("student", "/excelexport/students") };

/** The calls under `imports` that import students. */
export const studentImports = {
  createStudents: call("showStudents")
    .route({
      method: "PUT",
      path: "/createstudentcustomers",
      inputStructure: "detailed",
      summary:
        "Import students from spreadsheet rows. Repeating the request with the same rows or Idempotency-Key has no further effect",
      successStatus: 202,
    })
    .input(z.object({ headers: apiImportHeaders, body: apiImportRows }))
    .output(apiImportAnswer),
};
