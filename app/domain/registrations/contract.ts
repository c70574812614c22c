import { z } from "zod";
import { searchBody } from "~/core/lists/search-body";
import { customerListQuery } from "~/domain/customers/list-request";
import { customerListPage } from "~/domain/customers/row";
import { call } from "~/platform/contract/call";
import { ENDINGS } from "./expiry/expiry";
import { REGISTRATION_TABS, REGISTRATIONS, type Registration } from "./status";

/**
 * The calls of a screen of registrations.
 * @param path the first part of their paths, for example `students` in `POST /api/students/pending`
 */
export function registrationCalls<Path extends string>(registration: Registration, path: Path) {
  const { flag, noun } = REGISTRATIONS[registration];
  return {
    list: call(flag)
      .route({
        method: "POST",
        path: `/${path}/{status}`,
        inputStructure: "detailed",
        summary: `A page of ${noun.one} registrations`,
      })
      .input(
        z.object({
          params: z.object({
            status: z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled"),
          }),
          query: customerListQuery
            .extend({ ends: z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).optional() })
            .default({}),
          body: searchBody,
        }),
      )
      .output(customerListPage),
    counts: call(flag)
      .route({ method: "GET", path: `/${path}/counts`, summary: "How many registrations each tab has" })
      .output(
        z.object({
          pending: z.number().int(),
          /** Pending in the store, and asked for information. */
          waiting: z.number().int(),
          approved: z.number().int(),
          disabled: z.number().int(),
        }),
      ),
    figure: call(flag)
      .route({ method: "GET", path: `/${path}/figure`, summary: "The live figure of the home page's card" })
      .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
  };
}
