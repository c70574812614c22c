import { z } from "zod";
import { pageOf } from "~/core/lists/keyset-page";
import { searchBody } from "~/core/lists/search-body";
import { customerListQuery } from "~/domain/customers/list-request";
import { call } from "~/platform/contract/call";
import { ENDINGS } from "./expiry/expiry";
import { registrationListRow } from "./registration-row";
import { REGISTRATION_TABS, REGISTRATIONS, type Registration } from "./status";

const tab = z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled");
const ends = z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).optional();

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
            status: tab,
          }),
          query: customerListQuery.extend({ ends }).default({}),
          body: searchBody,
        }),
      )
      .output(pageOf(registrationListRow)),
    place: call(flag)
      .route({
        method: "POST",
        path: `/${path}/{status}/place`,
        inputStructure: "detailed",
        summary: `Where a customer is in a list of ${noun.one} registrations, and who is next`,
      })
      .input(
        z.object({
          params: z.object({ status: tab }),
          query: z.object({
            /** The number at the end of the customer's id, or the whole id. */
            id: z.string().max(60),
            sort: z.string().max(40).optional(),
            ends,
          }),
          body: searchBody,
        }),
      )
      .output(
        z.object({
          /** From 1. Null when the list doesn't have the customer, or more than 10,000 are before them. */
          position: z.number().int().nullable(),
          total: z.object({ count: z.number().int(), exact: z.boolean() }),
          /** The next customer's number, also when the customer has just left the list. */
          nextId: z.string().nullable(),
        }),
      ),
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
