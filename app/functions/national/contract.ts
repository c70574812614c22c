import { z } from "zod";
import { customerUpdate } from "~/domain/customers/contract";
import { customerListBody, customerListQuery } from "~/domain/customers/list-request";
import { customerListPage } from "~/domain/customers/row";
import { call } from "~/platform/contract/call";

const text = z.string();

/** The calls of the National screen (section 7 of the first specification text). */
export const nationalContract = {
  list: call("showNational")
    .route({
      method: "POST",
      path: "/nationalpartners",
      inputStructure: "detailed",
      summary: "A page of national partners",
    })
    .input(
      z.object({
        query: customerListQuery.extend({ partner: text.max(255).optional() }).default({}),
        body: customerListBody,
      }),
    )
    .output(customerListPage),
  edit: call("showNational")
    .route({ method: "PUT", path: "/nationalpartner", summary: "Edit the record of a national partner" })
    .input(
      customerUpdate.pick({
        id: true,
        crm_id: true,
        as400_id: true,
        privacy_policy_consent: true,
        email_policy_consent: true,
        seen: true,
      }),
    )
    .output(z.object({ customer: z.object({ id: text }), changed: z.array(text) })),
  partners: call("showNational")
    .route({
      method: "GET",
      path: "/nationalpartners/partners",
      summary: "The partners, and how many people each has",
    })
    .output(z.object({ partners: z.array(z.object({ name: text, count: z.number().int() })) })),
  figure: call("showNational")
    .route({
      method: "GET",
      path: "/nationalpartners/figure",
      summary: "The live figure of the home page's card",
    })
    .output(z.object({ text, asOf: text.nullable() })),
};
