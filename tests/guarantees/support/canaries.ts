import { CHOICE_KINDS } from "~/domain/submissions/form-fields";
import { type ShopTable, shopTables } from "./tables.ts";

/** Ids that the canary rows of one shop share, so that rows of different tables belong together. */
export interface CanaryIds {
  number: number;
  uuid: string;
  /** Stands in every text of the shop's rows, and nowhere else. */
  text: string;
}

/** Columns whose value means something to the program: it must be one that the program could have written. */
const MEANINGFUL: Record<string, unknown> = {
  "jobs.permission": JSON.stringify("signed-in"),
  "jobs.state": "completed",
  "jobs.kind": "registrations.decide",
  "job_items.state": "failed",
  "import_runs.kind": "students",
  "import_runs.columns": JSON.stringify(["Email"]),
  "import_runs.mapping": JSON.stringify(["email"]),
  "import_runs.blanks": "keep",
  "import_runs.formats": "[null]",
  "import_runs.defaults": "{}",
  "import_runs.summary": "[]",
  "import_runs.counts": JSON.stringify({ create: 1, change: 0, unchanged: 0, refused: 0, duplicate: 0 }),
  "import_runs.checked_against": "mirror",
  "import_rows.cells": JSON.stringify(["canary@example.com"]),
  "import_rows.own_verdict": "create",
  "import_rows.verdict": "create",
  "import_rows.problems": "[]",
  "import_rows.changes": "[]",
  "import_mappings.kind": "students",
  "import_mappings.mapping": JSON.stringify(["email"]),
  "saved_views.list": "students",
  "saved_views.administrator_id": "1",
  "jobs.started_by_id": "1",
  "audit_entries.subject_type": "customer",
  "audit_entries.action": "registration.decided",
  "audit_seals.ids": "{}",
  "customers.student_status": "pending",
  "registration_decisions.state": "done",
  "registration_decisions.registration": "student",
  "registration_decisions.from_status": "pending",
  "registration_decisions.to_status": "approved",
  "registration_questions.state": "open",
  "registration_questions.registration": "student",
  "approval_rules.registration": "student",
  "approval_rules.domains": ["canary.example"],
  "registration_counts.registration": "student",
  "files.permission": JSON.stringify("signed-in"),
  "files.expires_at": new Date("2999-01-01T00:00:00Z"),
  "file_parts.position": 0,
  "user_types.deleted_at": null,
  "giveaways.start_day": null,
  "giveaways.end_day": null,
  "giveaways.closed_at": null,
  "giveaway_entrants.state": "registered",
  "giveaway_entrants.email": "canary@example.com",
  "giveaway_entrants.address": "canary@example.com",
  "giveaway_seeds.draw": 2,
  "giveaway_draws.result": "[1]",
  "giveaway_places.state": "winner",
  "invitations.audience": "partner",
  "invitations.group_id": "",
  "invitations.state": "sent",
  "ledger_postings.type": "Credit",
  "credit_approvals.type": "Credit",
  "credit_approvals.state": "approved",
  "credit_approvals.customer_ids": JSON.stringify([1]),
  "ledger_open.state": "PENDING",
  // It is never dispatched: its customer has no account at the store.
  "ledger_open.not_before": new Date("2999-01-01T00:00:00Z"),
  "ledger_outcomes.state": "PENDING",
  "ledger_differences.kind": "sum",
  "attachments.permission": JSON.stringify("signed-in"),
  "attachments.state": "ready",
  "audit_proofs.faults": "[]",
  "display_name_saves.names": "[]",
  "partners.handle": "canary",
  "price_schedules.state": "scheduled",
  "products.collections": "[]",
  "products.media": "[]",
  "products.metafields": "{}",
  "products.status": "ACTIVE",
  "promotions.choices": JSON.stringify(Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, []]))),
  "promotions.submission_limit": "none",
  "promotions.texts": "{}",
  "reply_templates.used_for": "hold",
  "return_cases.lines": "[]",
  "return_cases.state": "done",
  "variants.options": "[]",
  "mails.state": "sent",
  "mails.text_id": "registration.ends",
};

/** Numbers that the database gives out: seals go over them in their order, and one far ahead would leave out all that follow. */
const GIVEN_OUT = new Set(["audit_entries.id"]);

/** Tables whose rows the program needs as they are: the shop itself, who may sign in, and Shopify's sessions. */
export const KEPT_TABLES: readonly string[] = ["shops", "administrators", "sessions"];

/** Puts a row into every table of shops that the sign-in has not filled. @returns the tables that got one */
export async function plantCanaries(shop: string, ids: CanaryIds): Promise<string[]> {
  const { database } = await import("~/platform/db/pool.server");
  const tables = (await shopTables()).filter(({ name }) => !KEPT_TABLES.includes(name));
  for (const table of tables) {
    const columns = table.columns.filter(({ name }) => !GIVEN_OUT.has(`${table.name}.${name}`));
    const values = columns.map((column) => valueFor(table, column, shop, ids));
    const places = values.map((_value, index) => `$${index + 1}`);
    const names = columns.map(({ name }) => `"${name}"`);
    const rows = [`(${places})`, ...otherSides({ ...table, columns }, places)];
    await database().query(
      `INSERT INTO "${table.name}" (${names}) VALUES ${rows} ON CONFLICT DO NOTHING`,
      values,
    );
  }
  return tables.map(({ name }) => name);
}

/** The entries of a posting sum to zero, or the database refuses them: one has another beside it. */
function otherSides({ name, columns }: ShopTable, places: readonly string[]): string[] {
  if (name !== "ledger_entries") return [];
  const other = columns.map((column, index) => {
    if (column.name === "account") return "'issued'";
    return column.name === "amount_cents" ? `-(${places[index]}::bigint)` : places[index];
  });
  return [`(${other})`];
}

function valueFor(table: ShopTable, column: ShopTable["columns"][number], shop: string, ids: CanaryIds) {
  if (column.name === "shop") return shop;
  const meant = MEANINGFUL[`${table.name}.${column.name}`];
  if (meant !== undefined) return meant;
  if (column.name === "subject_id") return String(ids.number);
  switch (column.type) {
    case "text":
      return ids.text;
    case "text[]":
      return [ids.text, "UserType:Student", "Pending"];
    case "json":
    case "jsonb":
      return JSON.stringify({ canary: ids.text });
    case "uuid":
      return ids.uuid;
    case "bigint":
      return ids.number;
    case "integer":
    case "double precision":
      return 1;
    case "bytea":
      return Buffer.from(ids.text);
    case "boolean":
      return false;
    case "date":
      return "2026-01-02";
    case "timestamp with time zone":
      return new Date("2026-01-02T03:04:05Z");
    default:
      throw new Error(
        `No canary is known for the type ${column.type} (${table.name}.${column.name}); add one.`,
      );
  }
}
