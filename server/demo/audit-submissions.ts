import {
  submissionApproved,
  submissionAssigned,
  submissionDelivered,
  submissionDenied,
  submissionMade,
  submissionOrdered,
  submissionShipped,
  submissionSubject,
} from "~/domain/submissions/audit.server";
import { BACKROOM } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Entry, entryOf, rowsOf, VISITOR } from "./audit-entry.ts";
import type { DemoShop } from "./chapter.ts";

interface SubmissionRow {
  id: string;
  status: string;
  created_at: Date;
  assigned_at: Date | null;
  denied_at: Date | null;
  approved_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  reviewer_id: string | null;
  reviewer_name: string;
  reason: string | null;
  order_name: string | null;
  tracking_number: string | null;
}

/** Who did what with submissions. */
export async function submissionEntries(tx: ShopTransaction, shop: DemoShop): Promise<Entry[]> {
  const rows = await rowsOf<SubmissionRow>(
    tx,
    shop,
    `SELECT s.*, coalesce(a.name, '') AS reviewer_name, r.reason FROM submissions s
       LEFT JOIN administrators a ON a.shop = s.shop AND a.id = s.reviewer_id
       LEFT JOIN deny_reasons r ON r.shop = s.shop AND r.id = s.deny_reason_id WHERE s.shop = $1`,
  );
  return rows.flatMap((row) => {
    const by = { id: row.reviewer_id ?? "", name: row.reviewer_name || shop.staff.owner.name };
    const common = { id: row.id, flag: "showPromotion" as const };
    const {
      approved_at: approvedAt,
      denied_at: deniedAt,
      shipped_at: shippedAt,
      delivered_at: deliveredAt,
    } = row;
    return [
      entryOf(shop, submissionMade, submissionSubject, {
        ...common,
        at: row.created_at,
        by: VISITOR,
        before: null,
        after: { status: "Unassigned" },
      }),
      ...(row.assigned_at
        ? [
            entryOf(shop, submissionAssigned, submissionSubject, {
              ...common,
              at: row.assigned_at,
              by,
              before: { status: "Unassigned" },
              after: { status: "Assigned", assignee: by.name },
            }),
          ]
        : []),
      ...(deniedAt
        ? [
            entryOf(shop, submissionDenied, submissionSubject, {
              ...common,
              at: deniedAt,
              by,
              before: { status: "In Review" },
              after: { status: "Denied", reason: row.reason ?? "" },
            }),
          ]
        : []),
      ...(approvedAt
        ? [
            entryOf(shop, submissionApproved, submissionSubject, {
              ...common,
              at: approvedAt,
              by,
              before: { status: "In Review" },
              after: { status: "Approved" },
            }),
          ]
        : []),
      ...(approvedAt && row.order_name
        ? [
            entryOf(shop, submissionOrdered, submissionSubject, {
              ...common,
              at: new Date(+approvedAt + 60_000),
              by,
              before: { status: "Approved" },
              after: { status: "Order Created", order: row.order_name },
            }),
          ]
        : []),
      ...(shippedAt
        ? [
            entryOf(shop, submissionShipped, submissionSubject, {
              ...common,
              at: shippedAt,
              by: BACKROOM,
              before: { status: "Order Created" },
              after: { status: "Shipped", tracking: row.tracking_number ?? "" },
            }),
          ]
        : []),
      ...(deliveredAt
        ? [
            entryOf(shop, submissionDelivered, submissionSubject, {
              ...common,
              at: deliveredAt,
              by: BACKROOM,
              before: { status: "Shipped" },
              after: { status: "Delivered" },
            }),
          ]
        : []),
    ];
  });
}
