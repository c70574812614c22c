import { auditEntries } from "~/core/audit/tables.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { eventSubject } from "~/domain/events/audit.server";
import { invitationSent, invitationSubject } from "~/domain/invitations/audit.server";
import { registrationDecided } from "~/domain/registrations/audit.server";
import {
  scheduledPriceApplied,
  scheduledPriceRolledBack,
  scheduledPriceSubject,
} from "~/functions/bulkprice/audit.server";
import { couponPoolCreated, couponPoolSubject } from "~/functions/coupons/audit.server";
import { balancesAdjusted, creditIssued, creditRequestSubject } from "~/functions/credits/audit.server";
import { eventCreated } from "~/functions/events/audit.server";
import { returnCreated, returnProcessed, returnSubject } from "~/functions/orderReturns/audit.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { absoluteCents, centsFromDatabase } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { type Entry, entryOf, rowsOf } from "../audit-entry.ts";
import { submissionEntries } from "../audit-submissions.ts";
import type { Chapter, DemoShop } from "../chapter.ts";

/** Who did what in the history, in its order, as the other chapters' records say. The last one of them. */
export const audit: Chapter = {
  name: "Activity",
  async write(tx, shop) {
    const entries = [
      ...(await decisions(tx, shop)),
      ...(await submissionEntries(tx, shop)),
      ...(await credits(tx, shop)),
      ...(await returnsAndPools(tx, shop)),
      ...(await priceEntries(tx, shop)),
      ...(await invitationEntries(tx, shop)),
    ].sort((a, b) => Number(a.at) - Number(b.at));
    for (let first = 0; first < entries.length; first += 500)
      await tx.insert(auditEntries).values(entries.slice(first, first + 500));
  },
};

async function decisions(tx: ShopTransaction, shop: DemoShop): Promise<Entry[]> {
  const rows = await rowsOf<{
    customer_id: string;
    registration: string;
    to_status: string;
    decided_by_id: string;
    decided_by_name: string;
    at: Date;
    reason: { label: string } | null;
    notify: boolean;
  }>(
    tx,
    shop,
    `SELECT customer_id, registration, to_status, decided_by_id, decided_by_name, finished_at AS at, reason, notify
       FROM registration_decisions WHERE shop = $1 AND state = 'done'`,
  );
  return rows.map((row) =>
    entryOf(shop, registrationDecided, customerSubject, {
      id: row.customer_id,
      at: row.at,
      by: { id: row.decided_by_id, name: row.decided_by_name },
      flag: row.registration === "student" ? "showStudents" : "showStaff",
      before: { status: "Pending" },
      after: {
        status: row.to_status === "approved" ? "Approved" : "Disabled",
        ...(row.reason && { reason: row.reason.label }),
        "email to the person": row.notify ? "yes" : "no",
      },
    }),
  );
}

async function credits(tx: ShopTransaction, shop: DemoShop): Promise<Entry[]> {
  const rows = await rowsOf<{
    operation_key: string;
    at: Date;
    type: string;
    amount_cents: string;
    reference: string;
    actor_id: string;
    actor_name: string;
  }>(
    tx,
    shop,
    "SELECT operation_key, at, type, amount_cents, reference, actor_id, actor_name FROM ledger_postings WHERE shop = $1 AND operation_key IS NOT NULL",
  );
  return rows.map(({ operation_key, at, type, amount_cents, reference, actor_id, actor_name }) =>
    entryOf(shop, type === "Credit" ? creditIssued : balancesAdjusted, creditRequestSubject, {
      id: operation_key,
      at,
      by: { id: actor_id, name: actor_name },
      flag: "showCredits",
      before: null,
      after: {
        customers: 1,
        amount: formatMoney(absoluteCents(centsFromDatabase(amount_cents)), shop.config.currencyCode),
        reference,
      },
    }),
  );
}

async function returnsAndPools(tx: ShopTransaction, shop: DemoShop): Promise<Entry[]> {
  const created = await rowsOf<{ id: string; at: Date; order_name: string; tracking_number: string }>(
    tx,
    shop,
    "SELECT id, started_at AS at, order_name, tracking_number FROM return_cases WHERE shop = $1 AND tracking_number IS NOT NULL",
  );
  const processed = await rowsOf<{ id: string; at: Date; return_name: string; amount_cents: string }>(
    tx,
    shop,
    "SELECT id, started_at AS at, return_name, amount_cents FROM return_refunds WHERE shop = $1",
  );
  const pools = await rowsOf<{ id: string; at: Date; name: string }>(
    tx,
    shop,
    "SELECT id, created_at AS at, name FROM coupon_pools WHERE shop = $1",
  );
  const by = shop.staff.operations;
  return [
    ...created.map(({ id, at, order_name, tracking_number }) =>
      entryOf(shop, returnCreated, returnSubject, {
        id,
        at,
        by,
        flag: "showOrderReturns",
        before: null,
        after: { order: order_name, units: 1, trackingNumber: tracking_number },
      }),
    ),
    ...processed.map(({ id, at, return_name, amount_cents }) =>
      entryOf(shop, returnProcessed, returnSubject, {
        id,
        at,
        by,
        flag: "showOrderReturns",
        before: null,
        after: {
          return: return_name,
          units: 1,
          refund: formatMoney(centsFromDatabase(amount_cents), shop.config.currencyCode),
        },
      }),
    ),
    ...pools.map(({ id, at, name }) =>
      entryOf(shop, couponPoolCreated, couponPoolSubject, {
        id,
        at,
        by,
        flag: "showCoupons",
        before: null,
        after: { Name: name },
      }),
    ),
  ];
}

async function priceEntries(tx: ShopTransaction, shop: DemoShop): Promise<Entry[]> {
  const rows = await rowsOf<{
    id: string;
    state: string;
    sku: string;
    at: Date;
    title: string;
    previous_cents: string;
    price_cents: string;
  }>(
    tx,
    shop,
    `SELECT s.id, s.state, s.sku, s.applied_at AS at, v.previous_cents, s.price_cents, s.sku AS title
       FROM price_schedules s JOIN scheduled_variants v ON v.shop = s.shop AND v.schedule_id = s.id
      WHERE s.shop = $1 AND s.applied_at IS NOT NULL`,
  );
  const money = (cents: string) => formatMoney(centsFromDatabase(cents), shop.config.currencyCode);
  return rows.flatMap(({ id, state, at, title, previous_cents, price_cents }) => {
    const [before, after] = [{ [title]: money(previous_cents) }, { [title]: money(price_cents) }];
    const common = { id, flag: "showBulkPrice" as const, by: shop.staff.operations };
    return [
      entryOf(shop, scheduledPriceApplied, scheduledPriceSubject, { ...common, at, before, after }),
      ...(state === "rolled back"
        ? [
            entryOf(shop, scheduledPriceRolledBack, scheduledPriceSubject, {
              ...common,
              at: new Date(+at + 3_000_000),
              before: after,
              after: before,
            }),
          ]
        : []),
    ];
  });
}

async function invitationEntries(tx: ShopTransaction, shop: DemoShop): Promise<Entry[]> {
  const rows = await rowsOf<{
    id: string;
    at: Date;
    by_id: string;
    by_name: string;
    name: string;
    email: string;
    audience: string;
  }>(
    tx,
    shop,
    `SELECT id, invited_at AS at, invited_by_id AS by_id, invited_by_name AS by_name, first_name || ' ' || last_name AS name, email, audience
       FROM invitations WHERE shop = $1`,
  );
  const events = await rowsOf<{ id: number; at: Date; name: string }>(
    tx,
    shop,
    "SELECT id, created_at AS at, name FROM events WHERE shop = $1",
  );
  return [
    ...rows.map(({ id, at, by_id, by_name, name, email, audience }) =>
      entryOf(shop, invitationSent, invitationSubject, {
        id,
        at,
        by: { id: by_id, name: by_name },
        flag: audience === "event" ? "showEvents" : "showInviteUsers",
        before: null,
        after: { name, email, to: shop.config.name, mails: 1 },
      }),
    ),
    ...events.map(({ id, at, name }) =>
      entryOf(shop, eventCreated, eventSubject, {
        id: String(id),
        at,
        by: shop.staff.owner,
        flag: "showEvents",
        before: null,
        after: { Name: name },
      }),
    ),
  ];
}
