import { randomUUID } from "node:crypto";
import type { TabPermission } from "~/platform/auth/permission";
import { addPromotion, addSubmission } from "../../integration/promo/support.ts";
import { DEMO } from "../../support/test-shop.ts";
import { queryShop } from "./submissions.ts";

/** Records of one kind in every engine that stores what a record belongs to. */
export interface TabCanary {
  permission: TabPermission;
  /** In each record's text, and nowhere else. */
  text: string;
  id: string;
  /** Only for the promotion's canaries. */
  submissionId: number | null;
}

/** Plants an email, an audit entry, an attachment, a shared file, and a job of Backroom, and a submission where the tabs show them. */
export async function plantTabCanary(
  permission: TabPermission,
  text: string,
  isLoyalty?: boolean,
): Promise<TabCanary> {
  const id = randomUUID();
  const { flag, tabs } = permission;
  const json = JSON.stringify(permission);
  await queryShop(
    `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, state, flag, tabs,
                        created_at, queued_at, next_attempt_at)
     VALUES ($1, $2, $3, 'canary', 'canary@example.com', $3, $3, $3, $3, 'sent', $4, $5, now(), now(), now())`,
    [DEMO, id, text, flag, tabs],
  );
  await queryShop(
    `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, flag, tabs)
     VALUES ($1, '77', $2, 'registration.decided', 'customer', '1', $3, $4)`,
    [DEMO, text, flag, tabs],
  );
  await queryShop(
    `INSERT INTO attachments (shop, id, kind, permission, name, content_type, digest, size, stored_at)
     VALUES ($1, $2, 'receipt', $3, $4, 'application/pdf', $4, 1, now())`,
    [DEMO, id, json, text],
  );
  await queryShop(
    "INSERT INTO attachment_parts (shop, attachment_id, variant, position, bytes) VALUES ($1, $2, 'file', 0, $3)",
    [DEMO, id, Buffer.from(text)],
  );
  await queryShop(
    `INSERT INTO files (shop, id, name, content_type, permission, made_by_id, made_by_name, is_shared, size, parts, finished_at, expires_at)
     VALUES ($1, $2, $3, 'text/csv', $4, '77', $3, true, 1, 1, now(), now() + interval '1 day')`,
    [DEMO, id, text, json],
  );
  await queryShop("INSERT INTO file_parts (shop, file_id, position, bytes) VALUES ($1, $2, 0, $3)", [
    DEMO,
    id,
    Buffer.from(text),
  ]);
  await queryShop(
    `INSERT INTO jobs (shop, id, kind, title, permission, state, started_by_id, started_by_name, total, done)
     VALUES ($1, $2, 'canary', $3, $4, 'completed', 'backroom', 'Backroom', 1, 1)`,
    [DEMO, id, text, json],
  );
  await queryShop(
    "INSERT INTO job_items (shop, job_id, position, label, input, state) VALUES ($1, $2, 0, $3, '{}', 'done')",
    [DEMO, id, text],
  );
  const submissionId = isLoyalty === undefined ? null : await plantSubmission(text, id, isLoyalty);
  return { permission, text, id, submissionId };
}

async function plantSubmission(text: string, attachmentId: string, isLoyalty: boolean): Promise<number> {
  const [last] = await queryShop<{ id: number }>("SELECT coalesce(max(id), 0)::int AS id FROM promotions");
  const promotion_id = await addPromotion(queryShop, { id: (last?.id ?? 0) + 1, isLoyalty });
  // The canaries share a receipt id, so each is a possible duplicate of the others.
  return addSubmission(queryShop, {
    promotion_id,
    is_loyalty: isLoyalty,
    first_name: text,
    retailer: text,
    attachment_id: attachmentId,
    receipt_id: "canary",
    receipt_key: "canary",
    second_look: "due",
    approver_id: "1",
  });
}

/** The addresses that answer a canary's records by their ids. Examples of calls name other records. */
export const addressesOf = ({ id, submissionId }: TabCanary): string[] => [
  `/mail/${id}`,
  `/attachments/${id}`,
  `/attachments/${id}/file`,
  `/files/${id}`,
  `/files/${id}/parts/0`,
  `/jobs/${id}`,
  `/jobs/${id}/items`,
  ...(submissionId === null
    ? []
    : ["", "/history", "/duplicates"].map((part) => `/promo/submission/${submissionId}${part}`)),
];
