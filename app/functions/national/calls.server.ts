import { z } from "zod";
import { call } from "~/core/call.server";
import { exportCallsWith } from "~/core/exports/calls-of-list.server";
import { exportSort } from "~/core/exports/list-export.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/schemas";
import { pageOf, searchBody } from "~/core/lists/keyset-page";
import { editCustomer, editToolsOf, sentValues } from "~/domain/customers/edit.server";
import { FIRST_READING_FIGURE, NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { customerListQuery, listCustomers } from "~/domain/customers/list.server";
import { customerRow } from "~/domain/customers/list-row.server";
import { customersMirror } from "~/domain/customers/mirror.server";
import { customerGid, parseCustomerId } from "~/domain/customers/mirror-row";
import { customerUpdate } from "~/domain/customers/schemas";
import { countNational, readNationalPartners } from "~/domain/customers/selection.server";
import { pluralize } from "~/platform/text/pluralize";
import { importForm } from "./import";
import { nationalList, nationalScope, nationalSheet } from "./list.server";

const text = z.string();

/** The calls of the National screen. */
export const nationalCalls = {
  list: call("POST /nationalpartners", {
    for: "showNational",
    summary: "A page of national partners",
    input: {
      query: customerListQuery.extend({ partner: text.max(255).optional() }).default({}),
      body: searchBody,
    },
    output: pageOf(customerRow.schema.extend({ remark: z.null() })),
    run(context, input) {
      const { partner, ...query } = input.query;
      const { searchType, searchValue } = input.body;
      return listCustomers(context, nationalList, nationalScope(partner ?? ""), {
        searchType,
        searchValue: searchValue.trim(),
        ...query,
      });
    },
  }),
  edit: call("PUT /nationalpartner", {
    for: "showNational",
    summary: "Edit the record of a national partner",
    input: customerUpdate.pick({
      id: true,
      crm_id: true,
      as400_id: true,
      privacy_policy_consent: true,
      email_policy_consent: true,
      seen: true,
    }),
    output: z.object({ customer: z.object({ id: text }), changed: z.array(text) }),
    async run(context, input) {
      const { id, seen, ...values } = input;
      const customerId = parseCustomerId(id);
      const edited = { customerId, kinds: [NATIONAL_PARTNER] };
      const changed = await editCustomer(editToolsOf(context), edited, sentValues(values), seen);
      return { customer: { id: customerGid(customerId) }, changed };
    },
  }),
  partners: call("GET /nationalpartners/partners", {
    for: "showNational",
    summary: "The partners with their number of customers",
    output: z.object({ partners: z.array(z.object({ name: text, count: z.number().int() })) }),
    run: async (context) => ({
      partners: await readNationalPartners(context.shop.domain),
    }),
  }),
  figure: call("GET /nationalpartners/figure", {
    for: "showNational",
    summary: "The live figure of the home page's card",
    output: z.object({ text, asOf: text.nullable() }),
    async run(context) {
      const shop = context.shop.domain;
      const [count, { rebuiltAt }] = await Promise.all([
        countNational(shop),
        customersMirror.readFreshness(shop),
      ]);
      if (!rebuiltAt) return FIRST_READING_FIGURE;
      return { text: pluralize(count, "national partner"), asOf: null };
    },
  }),
};

/** The calls under `exports` that export national partners. */
export const nationalExportCalls = {
  national: exportCallsWith(nationalSheet, "/excelexport/nationalpartners", "national partners", {
    parts: { query: z.object({ sort: exportSort, partner: text.max(255).optional() }).default({}) },
    requestOf: ({ query: { sort, partner = "" } }) => ({ part: partner, sort, filter: {} }),
  }),
};

/** The calls under `imports` that import national partners. */
export const nationalImportCalls = {
  importNational: call("POST /nationalpartner", {
    for: "showNational",
    summary: "Import national partners from spreadsheet rows",
    status: 202,
    input: { headers: apiImportHeaders, body: z.object({ excelData: apiImportRows }) },
    output: apiImportAnswer,
    run: (context, { body, headers }) =>
      importObjects(context, importForm, body.excelData, headers["idempotency-key"]),
  }),
};
