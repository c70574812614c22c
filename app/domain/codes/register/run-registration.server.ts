import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import { deleteRowsOf, erasure, lowerCaseContacts, readCounts } from "~/core/erasure/erasure.server";
import { claimIntent, completeIntent, LostLease } from "~/core/intents/intents.server";
import type { Lease } from "~/core/intents/lease.server";
import { finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { ensureCustomer } from "~/domain/customers/ensure-customer.server";
import { kindsOf, REGISTERED_KINDS } from "~/domain/customers/kinds";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { keyedTag, tagValue } from "~/domain/customers/tag-value";
import { registrationsOf, STATUS_TAGS } from "~/domain/registrations/status";
import { type Clock, systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { registeredWithCode } from "../audit.server";
import { publishCodes } from "../registration-code.server";
import { codeRegistrations } from "../tables.server";
import { codeRegistration, findCodeById, type OpenRegistration } from "./code-registration.server";

/** The systems that a registration works with. */
export interface RegisterTools {
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

export type RegistrationResult =
  | { is: "registered" }
  /** It stays open: Shopify didn't answer, or another process has it. */
  | { is: "pending" }
  /** Shopify gave reasons. The registration has ended, and the code has its use back. */
  | { is: "refused" };

/** The audit's actor: visitors aren't signed in. */
const VISITOR = { id: "visitor", name: "A visitor" };

/** The discount limit is a tag of the customer. */
const LIMIT_TAG = "discount_limit";

/**
 * Carries an open registration out: first the customer in Shopify, then, in one transaction, everything that follows from it.
 * @throws an error that isn't Shopify's answer. The registration stays open.
 */
export async function runCodeRegistration(
  tools: RegisterTools,
  registration: OpenRegistration,
): Promise<RegistrationResult> {
  const { shop, codeId } = registration;
  try {
    await runIntent(codeRegistration, registration, tools.clock, (lease) =>
      register(tools, registration, lease),
    );
    return { is: "registered" };
  } catch (error) {
    if (error instanceof LostLease) return { is: "pending" };
    if (codeRegistration.isUndone(error)) {
      log.warn({ shop, code: codeId, err: error }, "Shopify refused a person with a registration code");
      return { is: "refused" };
    }
    if (error instanceof Refusal) return { is: "pending" };
    throw error;
  } finally {
    publishCodes(shop);
  }
}

/** Finishes registrations that were left open. Each step is safe to repeat. */
export const finishOpenRegistrations = finishOpenIntents(codeRegistration, async (abandoned, signal) => {
  const { shop } = abandoned;
  const registration = await withShop(shop, (tx) => claimIntent(tx, codeRegistration, abandoned));
  if (!registration) return;
  const call = { priority: "bulk", signal } as const;
  await runCodeRegistration({ adminApi: liveAdminApi(shop), clock: systemClock, call }, registration);
});

async function register(
  { adminApi, clock, call }: RegisterTools,
  registration: OpenRegistration,
  lease: Lease,
): Promise<void> {
  const { shop, email, firstName, lastName } = registration;
  const customer = await ensureCustomer(
    { adminApi, call: { ...call, beforeSending: lease.assertHeld } },
    { email, firstName, lastName, tags: (present) => tagsToAdd(registration, present) },
  );
  await complete(registration, customer, clock.now());
  publishCustomers(shop, [mirrorRowOf(customer).id], kindsOf(customer.tags));
}

/**
 * The tags that a customer gets. Any visitor can enter a known address, so what staff have decided stays: the status of a customer
 * who is registered already, and their discount limit.
 */
function tagsToAdd({ kind, tags, spendLimit }: OpenRegistration, present: readonly string[]): string[] {
  const isNew = registrationsOf(present).length === 0;
  const hasLimit = tagValue(present, LIMIT_TAG) !== "";
  return [
    ...(isNew ? [REGISTERED_KINDS[kind].tag, STATUS_TAGS.pending] : []),
    ...(spendLimit !== null && !hasLimit ? [keyedTag(LIMIT_TAG, String(spendLimit))] : []),
    ...tags,
  ];
}

/** @throws LostLease, with nothing written */
async function complete(
  registration: OpenRegistration,
  customer: CustomerWithMetafields,
  now: Date,
): Promise<void> {
  const { shop, codeId, address, partnerHandle, kind } = registration;
  const mirrored = mirrorRowOf(customer);
  await withShop(shop, async (tx) => {
    await completeIntent(tx, codeRegistration, registration, now);
    await tx
      .insert(codeRegistrations)
      .values({ shop, codeId, address, customerId: mirrored.id, partnerHandle, kind, registeredAt: now });
    const code = await findCodeById(tx, shop, codeId);
    await recordAudit(tx, shop, registeredWithCode, {
      actor: VISITOR,
      subject: { type: customerSubject, id: String(mirrored.id) },
      before: null,
      after: { code: code.code, partner: partnerHandle },
      flag: REGISTERED_KINDS[kind].flag,
    });
    // Last, because writers of the mirror block each other until they commit.
    await mirrorCustomers(tx, shop, [mirrored]);
  });
}

/** Deletes what says that a customer registered with a code. The code's count stays: the use was taken. */
export const eraseCodeRegistrations = erasure("registrations with codes", {
  stage: 25,
  async erase(client, person) {
    // One in progress returns its use.
    await client.query(
      `WITH ended AS (DELETE FROM open_code_registrations WHERE shop = $1 AND address = ANY($2::text[]) RETURNING code_id)
       UPDATE registration_codes AS code SET current_count = current_count - given.uses
         FROM (SELECT code_id, count(*) AS uses FROM ended GROUP BY code_id) AS given
        WHERE code.shop = $1 AND code.id = given.code_id`,
      [person.shop, lowerCaseContacts(person)],
    );
    await deleteRowsOf(client, person, ["code_registrations"]);
    await client.query("DELETE FROM code_registrations WHERE shop = $1 AND address = ANY($2::text[])", [
      person.shop,
      lowerCaseContacts(person),
    ]);
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT (SELECT count(*)::int FROM code_registrations
                WHERE shop = $1 AND (customer_id = $2 OR address = ANY($3::text[]))) AS "registrationCodes"`,
      [person.shop, person.customerId, lowerCaseContacts(person)],
    ),
});
