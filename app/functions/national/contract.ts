import { z } from "zod";
import { exportCalls, exportSort } from "~/core/exports/export-calls";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/contract";
import { pageOf } from "~/core/lists/keyset-page";
import { searchBody } from "~/core/lists/search-body";
import { customerUpdate } from "~/domain/customers/contract";
import { customerListQuery } from "~/domain/customers/list-request";
import { customerListRow } from "~/domain/customers/row";
import { call } from "~/platform/contract/call";

const text = z.string();

/** The calls of the National screen. */
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
        body: searchBody,
      }),
    )
    // Rows of registrations have remarks. Callers read both lists alike.
    .output(pageOf(customerListRow.extend({ remark: z.null() }))),
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
      summary: "The partners with their number of customers",
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

/** The calls under `exports` that export national partners. */
export const nationalExports = {
  national: exportCalls("showNational", "/excelexport/nationalpartners", "national partners", {
    query: z.object({ sort: exportSort, partner: text.max(255).optional() }).default({}),
  }),
};

/** The calls under `imports` that import national partners. */
export const nationalImports = {
  importNational: call("showNational")
    .route({
      method: "POST",
      path: "/nationalpartner",
      inputStructure: "detailed",
      summary: "Import national partners from spreadsheet rows",
      successStatus: 202,
    })
    .input(z.object({ headers: apiImportHeaders, body: z.object({ excelData: apiImportRows }) }))
    .output(apiImportAnswer),
};
