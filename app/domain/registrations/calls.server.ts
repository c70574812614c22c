import { z } from "zod";
import { call } from "~/core/call.server";
import { hitsOf } from "~/core/lists/hits.server";
import { pageOf, searchBody } from "~/core/lists/keyset-page";
import { FIRST_READING_FIGURE } from "~/domain/customers/kinds";
import { customerListQuery, listCustomers, readCustomerPlace } from "~/domain/customers/list.server";
import type { CustomerList } from "~/domain/customers/list-row.server";
import { customersMirror } from "~/domain/customers/mirror.server";
import { parseCustomerId } from "~/domain/customers/mirror-row";
import { readShop } from "~/platform/db/read-shop.server";
import { notFound } from "~/platform/errors";
import { narrowingShape } from "./list.server";
import { countMatches, MAX_REGISTRATIONS, readRegistrationHits, registrationTab } from "./many.server";
import { registrationListRow } from "./registration-row.server";
import { narrowingOf, readCounts, registrationScope } from "./registration-scope.server";
import { REGISTRATION_PATHS, REGISTRATION_TABS, REGISTRATIONS, type Registration } from "./status";

const count = z.number().int();
const upTo = z.object({ count, exact: z.boolean() });

/** The calls of a screen of registrations. */
export function registrationCalls(registration: Registration, list: CustomerList) {
  const path = REGISTRATION_PATHS[registration];
  const { flag, noun } = REGISTRATIONS[registration];
  return {
    list: call(`POST /${path}/{status}`, {
      for: flag,
      summary: `A page of ${noun.one} registrations`,
      input: {
        params: z.object({ status: registrationTab }),
        query: customerListQuery.extend(narrowingShape).default({}),
        body: searchBody,
      },
      output: pageOf(registrationListRow),
      run(context, { params, query: { ends, answer, ...query }, body }) {
        return listCustomers(context, list, registrationScope(registration, params.status), {
          searchType: body.searchType,
          searchValue: body.searchValue.trim(),
          narrowing: narrowingOf({ ends, answer }),
          ...query,
        });
      },
    }),
    place: call(`POST /${path}/{status}/place`, {
      for: flag,
      summary: `Where a customer is in a list of ${noun.one} registrations, and who is before and after them`,
      input: {
        params: z.object({ status: registrationTab }),
        query: z.object({
          /** The number at the end of the customer's id, or the whole id. */
          id: z.string().max(60),
          sort: z.string().max(40).optional(),
          ...narrowingShape,
        }),
        body: searchBody,
      },
      output: z.object({
        /** From 1. Null when the list doesn't have the customer, or more than 10,000 are before them. */
        position: count.nullable(),
        total: upTo,
        /** The next customer's number, also when the customer has just left the list. */
        nextId: z.string().nullable(),
        /** The customer before them, likewise. */
        previousId: z.string().nullable(),
      }),
      async run({ shop }, { params, query, body }) {
        const place = await readShop(shop.domain, (tx) =>
          readCustomerPlace(tx, shop, list, registrationScope(registration, params.status), {
            customerId: parseCustomerId(query.id),
            sort: query.sort,
            searchType: body.searchType,
            searchValue: body.searchValue.trim(),
            narrowing: narrowingOf(query),
          }),
        );
        if (!place) throw notFound("Backroom doesn't know this customer yet.");
        return place;
      },
    }),
    matches: call(`POST /${path}/{status}/matches`, {
      for: flag,
      summary: `How many ${noun.one} registrations of a tab a search finds`,
      input: {
        params: z.object({ status: registrationTab }),
        query: z.object(narrowingShape).default({}),
        body: searchBody,
      },
      /** A job takes at most 10,000. More are counted as 10,001. */
      output: z.object({ count, max: count }),
      async run({ shop }, { params: { status }, query, body: search }) {
        const count = await countMatches(shop, registration, status, { search, ...query });
        return { count, max: MAX_REGISTRATIONS };
      },
    }),
    hits: call(`POST /${path}/hits`, {
      for: flag,
      summary: `How many ${noun.one} registrations of each tab a search finds`,
      input: { query: z.object(narrowingShape).default({}), body: searchBody },
      output: hitsOf(REGISTRATION_TABS),
      run: ({ shop }, { query, body: search }) =>
        readRegistrationHits(shop, registration, { search, ...query }),
    }),
    counts: call(`GET /${path}/counts`, {
      for: flag,
      summary: "How many registrations each tab has",
      output: z.object({
        pending: count,
        /** Pending in the store, and asked for information. */
        waiting: count,
        approved: count,
        disabled: count,
      }),
      run: ({ shop }) => readCounts(shop.domain, registration),
    }),
    figure: call(`GET /${path}/figure`, {
      for: flag,
      summary: "The live figure of the home page's card",
      output: z.object({ text: z.string(), asOf: z.string().nullable() }),
      async run({ shop: { domain } }) {
        const [{ pending }, { rebuiltAt }] = await Promise.all([
          readCounts(domain, registration),
          customersMirror.readFreshness(domain),
        ]);
        if (!rebuiltAt) return FIRST_READING_FIGURE;
        return { text: `${pending.toLocaleString("en-US")} pending`, asOf: null };
      },
    }),
  };
}
