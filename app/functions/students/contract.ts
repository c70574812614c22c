import { z } from "zod";
import { customerListPage } from "~/domain/customers/row";
import { REGISTRATION_STATUSES } from "~/domain/registrations/status";
import { call } from "~/platform/contract/call";

const listBody = z.object({
  searchValue: z.string().max(60, "must be at most 60 characters").default(""),
  searchType: z.enum(["Email", "Date"], "must be Email or Date").default("Email"),
});

const listQuery = z.object({
  direction: z.enum(["next", "previous"], "must be next or previous").optional(),
  last_id: z.string().max(300).optional(),
  sort: z.string().max(40).optional(),
  pageSize: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1)
    .max(100, "must be at most 100")
    .optional(),
});

/** The calls of the Students screen (section 7 of the first specification text). */
export const studentsContract = {
  list: call("showStudents")
    .route({
      method: "POST",
      path: "/students/{status}",
      inputStructure: "detailed",
      summary: "A page of student registrations",
    })
    .input(
      z.object({
        params: z.object({ status: z.enum(REGISTRATION_STATUSES, "must be pending, approved or disabled") }),
        query: listQuery.default({}),
        body: listBody.default({ searchValue: "", searchType: "Email" }),
      }),
    )
    .output(customerListPage),
  counts: call("showStudents")
    .route({ method: "GET", path: "/students/counts", summary: "How many registrations each tab has" })
    .output(z.object({ pending: z.number().int(), approved: z.number().int(), disabled: z.number().int() })),
  figure: call("showStudents")
    .route({ method: "GET", path: "/students/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
};
