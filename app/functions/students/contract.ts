import { z } from "zod";
import { registrationCalls } from "~/domain/registrations/contract";
import { call } from "~/platform/contract/call";

/** The calls of the Students screen (section 7 of the first specification text). */
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
        default_discount_limit: z
          .string()
          .trim()
          .max(12, "must be at most 12 digits")
          .regex(/^\d*$/, "must be digits only, or empty"),
      }),
    )
    .output(z.object({ value: z.string() })),
};
