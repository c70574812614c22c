import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { countTabs, readHits } from "~/core/lists/hits.server";
import { searchBody } from "~/core/lists/keyset-page";
import { orderByOf, queryRows, whereOf } from "~/core/lists/list-query.server";
import { parseCustomerId } from "~/domain/customers/mirror-row";
import { type CustomerFilter, customersQuery } from "~/domain/customers/selection.server";
import { mayUse } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden } from "~/platform/errors";
import { findStartedJob, type JobDefinition, startJob } from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import { narrowingShape } from "./list.server";
import type { RegistrationNarrowing } from "./narrowing";
import { narrowingOf, registrationScope } from "./registration-scope.server";
import { registrationKind } from "./schemas";
import { REGISTRATION_TABS, REGISTRATIONS, type Registration, type RegistrationTab } from "./status";

/** How many registrations one job works on. */
export const MAX_REGISTRATIONS = 10_000;

export const registrationTab = z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled");

/** The input of a call that works on many registrations: those that were selected, or all that a list shows. */
export const manyRegistrations = {
  registration: registrationKind,
  customers: z
    .array(z.object({ id: z.string().max(80), label: z.string().max(300) }))
    .min(1)
    .max(MAX_REGISTRATIONS)
    .optional(),
  /** Instead of `customers`: all that match when the call arrives. */
  match: z
    .object({
      status: registrationTab,
      ...narrowingShape,
      search: searchBody,
      /** How many the caller has confirmed. More are refused. */
      count: z.number().int().min(1).max(MAX_REGISTRATIONS),
    })
    .optional(),
  /** Idempotency key of the caller: the same key answers the same job. */
  operationId: z.string().min(8).max(100).optional(),
};

const manyInput = z.object(manyRegistrations);

/** The rows of a list of registrations, with its search. */
const filterOf = (
  shop: Shop,
  registration: Registration,
  { status, search, ...narrowing }: TabsSearch & { status: RegistrationTab },
): CustomerFilter => ({
  shop,
  scope: registrationScope(registration, status),
  search: { ...search, searchValue: search.searchValue.trim(), narrowing: narrowingOf(narrowing) },
});

/** What is searched for in the tabs of a screen. */
interface TabsSearch extends RegistrationNarrowing {
  search: z.infer<typeof searchBody>;
}

/** How many rows of each tab a search finds. */
export const readRegistrationHits = (shop: Shop, registration: Registration, search: TabsSearch) =>
  readHits(shop.domain, customersQuery, REGISTRATION_TABS, (status) =>
    filterOf(shop, registration, { status, ...search }),
  );

/** How many rows of a tab a search finds. One more than a job takes stands for any number above that. */
export async function countMatches(
  shop: Shop,
  registration: Registration,
  status: RegistrationTab,
  search: TabsSearch,
): Promise<number> {
  const counts = await countTabs(shop.domain, customersQuery, {
    tabs: [status],
    filterOf: () => filterOf(shop, registration, { status, ...search }),
    upTo: MAX_REGISTRATIONS + 1,
  });
  return counts[status];
}

/**
 * Starts a job over many registrations. A repeated operation id starts nothing, also when other registrations match by then.
 * @param job.title says what is done with how many: "Approve 417 students"
 * @throws 400 without registrations, 403 without the flag of this kind, 409 when more match than were confirmed, or none do
 */
export async function startForMany<Item>(
  { shop, administrator }: CallContext,
  kind: JobDefinition<Item>,
  { registration, customers, match, operationId }: z.infer<typeof manyInput>,
  job: { title(people: string): string; doneWord: string; inputOf(customerId: number): Item },
): Promise<{ jobId: string; count: number }> {
  const { flag } = REGISTRATIONS[registration];
  if (!mayUse(administrator, flag)) throw forbidden();
  if ((customers === undefined) === (match === undefined))
    throw badRequest("Send either customers or match.", { customers: "or match, not both" });
  const { domain } = shop;
  return withShop(domain, async (tx) => {
    const request = match && JSON.stringify(match);
    const earlier =
      match &&
      operationId &&
      (await findStartedJob(tx, domain, kind, { startedBy: administrator, operationId }));
    if (earlier) {
      if ((earlier.params as { match?: string }).match === request)
        return { jobId: earlier.id, count: earlier.total };
      throw conflict("This operation id was used for other work. Reload the page and try again.");
    }
    const people = match
      ? await findMatches(tx, filterOf(shop, registration, match), match.count)
      : [...new Map(customers?.map(({ id, label }) => [parseCustomerId(id), label]))];
    const { noun } = REGISTRATIONS[registration];
    const jobId = await startJob(tx, domain, kind, {
      title: job.title(pluralize(people.length, noun.one, noun.many)),
      doneWord: job.doneWord,
      permission: flag,
      startedBy: administrator,
      items: people.map(([customerId, label]) => ({ label, input: job.inputOf(customerId) })),
      params: request ? { match: request } : undefined,
      operationId,
    });
    return { jobId, count: people.length };
  });
}

/** @throws 409 when more match than were confirmed, or none do */
async function findMatches(
  tx: ShopTransaction,
  filter: CustomerFilter,
  confirmed: number,
): Promise<[number, string][]> {
  const order = orderByOf(customersQuery, { key: "createdAt", descending: true });
  const rows = await queryRows<{ id: string; label: string }>(
    tx,
    sql`SELECT id, display_name || ' (' || coalesce(email, '') || ')' AS label FROM customers_of_shop
         WHERE ${whereOf(customersQuery, filter)} ORDER BY ${order} LIMIT ${confirmed + 1}`,
  );
  if (rows.length > confirmed)
    throw conflict(
      `More match now than the ${confirmed.toLocaleString("en-US")} that you confirmed. Nothing was started. Select all again.`,
    );
  if (rows.length === 0) throw conflict("None match any longer. Nothing was started.");
  return rows.map(({ id, label }) => [Number(id), label]);
}
