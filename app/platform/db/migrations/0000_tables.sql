CREATE TABLE "administrators" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"tab_limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp with time zone,
	CONSTRAINT "administrators_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"shop" text NOT NULL,
	"state" text NOT NULL,
	"isOnline" boolean DEFAULT false NOT NULL,
	"scope" text,
	"expires" timestamp,
	"accessToken" text NOT NULL,
	"userId" bigint,
	"firstName" text,
	"lastName" text,
	"email" text,
	"accountOwner" boolean,
	"locale" text,
	"collaborator" boolean,
	"emailVerified" boolean,
	"refreshToken" text,
	"refreshTokenExpires" timestamp
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"shop" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "settings_shop_key_pk" PRIMARY KEY("shop","key")
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"shop" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"email" text,
	"customer_accounts" text,
	"installed_at" timestamp with time zone NOT NULL,
	"uninstalled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "file_parts" (
	"shop" text NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_parts_shop_file_id_position_pk" PRIMARY KEY("shop","file_id","position")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"permission" text NOT NULL,
	"made_by_id" text NOT NULL,
	"made_by_name" text NOT NULL,
	"job_id" uuid,
	"size" bigint DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "files_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "job_items" (
	"shop" text NOT NULL,
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"finished_at" timestamp with time zone,
	CONSTRAINT "job_items_shop_job_id_position_pk" PRIMARY KEY("shop","job_id","position")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"permission" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"message" text,
	"started_by_id" text NOT NULL,
	"started_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"paused_by_name" text,
	"retried_at" timestamp with time zone,
	CONSTRAINT "jobs_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "realtime_attachments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now(),
	"payload" "bytea"
);
--> statement-breakpoint
CREATE TABLE "sync_attempts" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"state" text NOT NULL,
	"version" integer,
	"digest" text,
	"message" text,
	"agora_id" text,
	"requested_by_id" text NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"job_id" uuid,
	CONSTRAINT "sync_attempts_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"job_id" text,
	"flag" text,
	"salt" uuid,
	"content_digest" text,
	"digest" text,
	CONSTRAINT "audit_entries_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "audit_proofs" (
	"shop" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"entries" integer NOT NULL,
	"erased" integer NOT NULL,
	"faults" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"shop" text NOT NULL,
	"number" integer NOT NULL,
	"ids" text NOT NULL,
	"entries" integer NOT NULL,
	"mark" text NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_seals_shop_number_pk" PRIMARY KEY("shop","number")
);
--> statement-breakpoint
CREATE TABLE "record_edits" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"changes" jsonb NOT NULL,
	"edited_by_id" text NOT NULL,
	"edited_by_name" text NOT NULL,
	"flag" text NOT NULL,
	"attempt" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "record_edits_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"display_name" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"country_code" text,
	"amount_spent_cents" bigint DEFAULT 0 NOT NULL,
	"email_marketing_state" text,
	"metafields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"student_status" text,
	"staff_status" text,
	"national_partner" text,
	"end_date" date,
	"asked_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(email, '') || ' ' || display_name)) STORED NOT NULL,
	"mirrored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "mirrors" (
	"shop" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone,
	"rebuilt_at" timestamp with time zone,
	"rebuild_started_at" timestamp with time zone,
	"bulk_operation_id" text,
	"rows" integer
);
--> statement-breakpoint
CREATE TABLE "registration_counts" (
	"shop" text NOT NULL,
	"registration" text NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "registration_counts_shop_registration_status_pk" PRIMARY KEY("shop","registration","status")
);
--> statement-breakpoint
CREATE TABLE "stale_customers" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stale_customers_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"topic" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "event_check_ins" (
	"shop" text NOT NULL,
	"event_id" integer NOT NULL,
	"invitation_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "event_check_ins_shop_event_id_invitation_id_pk" PRIMARY KEY("shop","event_id","invitation_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"date_from" timestamp with time zone NOT NULL,
	"date_to" timestamp with time zone NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_by" bigint DEFAULT 0 NOT NULL,
	"created_by_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"capacity" integer,
	"rsvp_by" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "events_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"shop" text NOT NULL,
	"kind" text NOT NULL,
	"headings" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "import_mappings_shop_kind_headings_pk" PRIMARY KEY("shop","kind","headings")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"shop" text NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" json NOT NULL,
	"identity" text,
	"own_verdict" text NOT NULL,
	"verdict" text NOT NULL,
	"duplicate_of" integer,
	"problems" json NOT NULL,
	"changes" json NOT NULL,
	"customer_id" bigint,
	"written" jsonb,
	"outcome" text,
	CONSTRAINT "import_rows_shop_run_id_number_pk" PRIMARY KEY("shop","run_id","number")
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"columns" jsonb NOT NULL,
	"mapping" jsonb,
	"blanks" text,
	"defaults" jsonb,
	"row_count" integer NOT NULL,
	"counts" jsonb,
	"problem" text,
	"checked_against" text,
	"checked_at" timestamp with time zone,
	"job_id" uuid,
	"undo_job_id" uuid,
	"started_by_id" text NOT NULL,
	"started_by_name" text NOT NULL,
	"prepared_by" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_runs_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "invitation_acceptances" (
	"shop" text NOT NULL,
	"invitation_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"tags" text[] NOT NULL,
	"attempt" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "invitation_acceptances_shop_invitation_id_pk" PRIMARY KEY("shop","invitation_id")
);
--> statement-breakpoint
CREATE TABLE "invitation_links" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitation_links_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"audience" text NOT NULL,
	"group_id" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"additional_tags" text[] DEFAULT '{}' NOT NULL,
	"is_mtd" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by_id" text NOT NULL,
	"invited_by_name" text NOT NULL,
	"mail_count" integer DEFAULT 0 NOT NULL,
	"mail_id" uuid,
	"last_invited_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"bounced_at" timestamp with time zone,
	"last_error" text,
	"accepted_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"customer_id" bigint,
	"operation_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(email || ' ' || first_name || ' ' || last_name)) STORED NOT NULL,
	CONSTRAINT "invitations_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "user_types" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"tags" text DEFAULT '' NOT NULL,
	"read_only" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" text NOT NULL,
	CONSTRAINT "user_types_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"held_cents" bigint DEFAULT 0 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"shopify_account_id" text,
	"compared_at" timestamp with time zone,
	"shopify_balance_cents" bigint,
	"told_through" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(email, '') || ' ' || name)) STORED NOT NULL,
	CONSTRAINT "credit_accounts_shop_customer_id_pk" PRIMARY KEY("shop","customer_id"),
	CONSTRAINT "nothing_held_below_zero" CHECK ("credit_accounts"."held_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_orders_to_look_up" (
	"shop" text NOT NULL,
	"order_id" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_orders_to_look_up_shop_order_id_pk" PRIMARY KEY("shop","order_id")
);
--> statement-breakpoint
CREATE TABLE "credits_to_compare" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_to_compare_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_counted" (
	"shop" text PRIMARY KEY NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"through" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_differences" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"kind" text NOT NULL,
	"customer_id" bigint,
	"posting_id" uuid,
	"ours_cents" bigint NOT NULL,
	"theirs_cents" bigint NOT NULL,
	"what" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "ledger_differences_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"shop" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"account" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_shop_posting_id_account_pk" PRIMARY KEY("shop","posting_id","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_hours" (
	"shop" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"postings" integer NOT NULL,
	CONSTRAINT "ledger_hours_shop_hour_pk" PRIMARY KEY("shop","hour")
);
--> statement-breakpoint
CREATE TABLE "ledger_months" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"month" text NOT NULL,
	"added_cents" bigint NOT NULL,
	"taken_cents" bigint NOT NULL,
	CONSTRAINT "ledger_months_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_open" (
	"shop" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempted_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" text,
	CONSTRAINT "ledger_open_shop_posting_id_pk" PRIMARY KEY("shop","posting_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_operations" (
	"shop" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_operations_shop_key_pk" PRIMARY KEY("shop","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_outcomes" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"posting_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"transaction_id" text,
	"balance_after_cents" bigint,
	"problem" text,
	CONSTRAINT "ledger_outcomes_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"number" bigserial NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reference" text NOT NULL,
	"expires_at" timestamp with time zone,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_email" text NOT NULL,
	"operation_key" text,
	"reverses_id" uuid,
	"order_id" text,
	"order_name" text,
	CONSTRAINT "ledger_postings_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "every_posting_moves_something" CHECK ("ledger_postings"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_proofs" (
	"shop" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"accounts" bigint NOT NULL,
	"postings" bigint NOT NULL,
	"entries" bigint NOT NULL,
	"owed_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"shop" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_stops_shop_address_pk" PRIMARY KEY("shop","address")
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"shop" text NOT NULL,
	"text_id" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "mail_texts_shop_text_id_pk" PRIMARY KEY("shop","text_id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"text_id" text NOT NULL,
	"to_email" text NOT NULL,
	"to_name" text,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"message_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"customer_id" bigint,
	"link_id" uuid,
	"file_id" uuid,
	"flag" text,
	"created_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"is_bulk" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mails_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "mails_once_per_key" UNIQUE("shop","key")
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" text NOT NULL,
	CONSTRAINT "customer_notes_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_note_per_operation" UNIQUE("shop","operation_id")
);
--> statement-breakpoint
CREATE TABLE "approval_rules" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"registration" text NOT NULL,
	"school" text,
	"domains" text[] NOT NULL,
	"set_aside_share" integer NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_rules_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "registration_decisions" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"registration" text NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"state" text NOT NULL,
	"operation_id" text NOT NULL,
	"decided_by_id" text NOT NULL,
	"decided_by_name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"lease_until" timestamp with time zone DEFAULT now() NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"done_before" integer DEFAULT 0 NOT NULL,
	"job_id" text,
	"undoes" uuid,
	"reason" jsonb,
	"note" text,
	"notify" boolean DEFAULT false NOT NULL,
	CONSTRAINT "registration_decisions_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_decision_per_operation" UNIQUE("shop","operation_id")
);
--> statement-breakpoint
CREATE TABLE "registration_questions" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"registration" text NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"operation_id" text NOT NULL,
	"asked_by_id" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by_decision" uuid,
	CONSTRAINT "registration_questions_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_question_per_operation" UNIQUE("shop","operation_id")
);
--> statement-breakpoint
CREATE TABLE "rule_candidates" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rule_candidates_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "rule_set_asides" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"set_aside_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rule_set_asides_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"administrator_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	CONSTRAINT "saved_views_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "saved_views_shop_administrator_id_list_name_unique" UNIQUE("shop","administrator_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "credit_approvals" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"type" text NOT NULL,
	"customer_ids" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reference" text NOT NULL,
	"expires_at" timestamp with time zone,
	"asked_by_id" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_by_email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by_id" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "credit_approvals_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "giveaway_draw_entries" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"draw" integer NOT NULL,
	"number" integer NOT NULL,
	"weight" integer NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "giveaway_draw_entries_shop_giveaway_id_draw_number_pk" PRIMARY KEY("shop","giveaway_id","draw","number")
);
--> statement-breakpoint
CREATE TABLE "giveaway_draws" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"number" integer NOT NULL,
	"seed" text NOT NULL,
	"commitment" text NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"entries_digest" text NOT NULL,
	"entries" integer NOT NULL,
	"tickets" bigint NOT NULL,
	"winners" integer NOT NULL,
	"alternates" integer NOT NULL,
	"repeat_winners" boolean NOT NULL,
	"reason" text,
	"result" jsonb NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	"drawn_by_id" text NOT NULL,
	"drawn_by_name" text NOT NULL,
	"job_id" uuid NOT NULL,
	CONSTRAINT "giveaway_draws_shop_giveaway_id_number_pk" PRIMARY KEY("shop","giveaway_id","number")
);
--> statement-breakpoint
CREATE TABLE "giveaway_entrants" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"number" integer NOT NULL,
	"email" text,
	"address" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'registered' NOT NULL,
	"reason" text,
	"registered_at" timestamp with time zone NOT NULL,
	"salt" text,
	"digest" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "giveaway_entrants_shop_giveaway_id_number_pk" PRIMARY KEY("shop","giveaway_id","number")
);
--> statement-breakpoint
CREATE TABLE "giveaway_places" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"draw" integer NOT NULL,
	"rank" integer NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"was_state" text,
	"moved_up_for" integer,
	"reason" text,
	"changed_at" timestamp with time zone,
	"changed_by_name" text,
	"mail_id" uuid,
	CONSTRAINT "giveaway_places_shop_giveaway_id_draw_rank_pk" PRIMARY KEY("shop","giveaway_id","draw","rank")
);
--> statement-breakpoint
CREATE TABLE "giveaway_seeds" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"draw" integer NOT NULL,
	"sealed" text NOT NULL,
	"commitment" text NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "giveaway_seeds_shop_giveaway_id_draw_pk" PRIMARY KEY("shop","giveaway_id","draw")
);
--> statement-breakpoint
CREATE TABLE "giveaways" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"start_day" date,
	"end_day" date,
	"registration_count" integer,
	"registered" integer DEFAULT 0 NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"key" text NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "giveaways_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "files_of_a_job" ON "files" USING btree ("shop","job_id") WHERE job_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_expiry" ON "files" USING btree ("shop","expires_at");--> statement-breakpoint
CREATE INDEX "job_items_by_state" ON "job_items" USING btree ("shop","job_id","state","position");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("shop","kind") WHERE state IN ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_of_a_person" ON "jobs" USING btree ("shop","started_by_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "one_waiting_sync_per_customer" ON "sync_attempts" USING btree ("shop","customer_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "syncs_of_a_customer" ON "sync_attempts" USING btree ("shop","customer_id","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "syncs_of_a_job" ON "sync_attempts" USING btree ("shop","job_id");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit_entries" USING btree ("shop","subject_type","subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_entries" USING btree ("shop","actor_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit_entries" USING btree ("shop","action","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_flag" ON "audit_entries" USING btree ("shop","flag","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_job" ON "audit_entries" USING btree ("shop","job_id","id" DESC NULLS FIRST) WHERE "audit_entries"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_entries" USING btree ("shop","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "students_by_creation" ON "customers" USING btree ("shop","student_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "students_by_name" ON "customers" USING btree ("shop","student_status",lower("display_name"),"id") WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "students_by_email" ON "customers" USING btree ("shop","student_status",lower(coalesce("email", '')),"id") WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_by_creation" ON "customers" USING btree ("shop","staff_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE staff_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_by_name" ON "customers" USING btree ("shop","staff_status",lower("display_name"),"id") WHERE staff_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_by_email" ON "customers" USING btree ("shop","staff_status",lower(coalesce("email", '')),"id") WHERE staff_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_creation" ON "customers" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_of_partner_by_creation" ON "customers" USING btree ("shop","national_partner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_partner" ON "customers" USING btree ("shop",lower("national_partner"),"id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_name" ON "customers" USING btree ("shop",lower("display_name"),"id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_email" ON "customers" USING btree ("shop",lower(coalesce("email", '')),"id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_by_end" ON "customers" USING btree ("shop","end_date","id") WHERE end_date IS NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree ("shop",lower("email"));--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_event_per_operation" ON "events" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("shop","date_from" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("shop",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "import_rows_by_customer" ON "import_rows" USING btree ("shop","customer_id") WHERE "import_rows"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "import_runs_by_file" ON "import_runs" USING btree ("shop","kind","file_sha256");--> statement-breakpoint
CREATE INDEX "import_runs_newest" ON "import_runs" USING btree ("shop","kind","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_link_by_token" ON "invitation_links" USING btree ("shop","token_hash");--> statement-breakpoint
CREATE INDEX "links_of_an_invitation" ON "invitation_links" USING btree ("shop","invitation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_invitation_per_person" ON "invitations" USING btree ("shop","audience","group_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_by_time" ON "invitations" USING btree ("shop","audience","group_id","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"state");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_time" ON "invitations" USING btree ("shop","audience","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"state");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_state" ON "invitations" USING btree ("shop","audience","state","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invitations_counted" ON "invitations" USING btree ("shop","audience","group_id","state");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_name" ON "invitations" USING btree ("shop","audience",lower("first_name" || ' ' || "last_name"),"id","state","first_name","last_name");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_email" ON "invitations" USING btree ("shop","audience",lower("email"),"id","state","email");--> statement-breakpoint
CREATE INDEX "invitations_by_mail" ON "invitations" USING btree ("shop","mail_id");--> statement-breakpoint
CREATE INDEX "invitations_to_expire" ON "invitations" USING btree ("shop","expires_at") WHERE state IN ('queued', 'sent', 'delivered', 'bounced');--> statement-breakpoint
CREATE INDEX "invitations_of_a_customer" ON "invitations" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "invitations_search" ON "invitations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "one_user_type_per_operation" ON "user_types" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_user_type_per_name" ON "user_types" USING btree ("shop",lower("name")) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "credit_accounts_by_name" ON "credit_accounts" USING btree ("shop",lower("name"),"customer_id");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_email" ON "credit_accounts" USING btree ("shop",lower(coalesce("email", '')),"customer_id");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_balance" ON "credit_accounts" USING btree ("shop","balance_cents","customer_id");--> statement-breakpoint
CREATE INDEX "credit_accounts_to_compare" ON "credit_accounts" USING btree ("shop","compared_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "credit_accounts_search" ON "credit_accounts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "credits_to_compare_by_turn" ON "credits_to_compare" USING btree ("shop","not_before");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_difference" ON "ledger_differences" USING btree ("shop","kind",coalesce("customer_id", 0),coalesce("posting_id", '00000000-0000-0000-0000-000000000000'::uuid)) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "differences_by_since" ON "ledger_differences" USING btree ("shop","since" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "entries_of_a_customer" ON "ledger_entries" USING btree ("shop","customer_id","account");--> statement-breakpoint
CREATE INDEX "entries_by_time" ON "ledger_entries" USING btree ("shop","account","at");--> statement-breakpoint
CREATE INDEX "open_of_a_customer" ON "ledger_open" USING btree ("shop","customer_id","number");--> statement-breakpoint
CREATE INDEX "open_by_turn" ON "ledger_open" USING btree ("shop","not_before","number");--> statement-breakpoint
CREATE INDEX "outcomes_of_a_posting" ON "ledger_outcomes" USING btree ("shop","posting_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_end_per_posting" ON "ledger_outcomes" USING btree ("shop","posting_id") WHERE state IN ('CONFIRMED', 'FAILED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_posting_per_transaction" ON "ledger_outcomes" USING btree ("shop","transaction_id") WHERE transaction_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "postings_by_number" ON "ledger_postings" USING btree ("shop","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_by_time" ON "ledger_postings" USING btree ("shop","at" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_of_a_customer" ON "ledger_postings" USING btree ("shop","customer_id","at" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_of_an_actor" ON "ledger_postings" USING btree ("shop","actor_id","at" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_of_a_type" ON "ledger_postings" USING btree ("shop","type","at" DESC NULLS FIRST,"number" DESC NULLS FIRST,"amount_cents");--> statement-breakpoint
CREATE INDEX "postings_search" ON "ledger_postings" USING gin (date_trunc('week', "at" AT TIME ZONE 'UTC'),lower("reference") gin_trgm_ops) WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "postings_by_amount" ON "ledger_postings" USING btree ("shop","type","amount_cents","number");--> statement-breakpoint
CREATE INDEX "postings_of_an_operation" ON "ledger_postings" USING btree ("shop","operation_key");--> statement-breakpoint
CREATE INDEX "postings_reversing" ON "ledger_postings" USING btree ("shop","reverses_id") WHERE reverses_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "postings_running_out" ON "ledger_postings" USING btree ("shop","expires_at") WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("shop","is_bulk","next_attempt_at") WHERE state IN ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_of_a_customer" ON "mails" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_to_an_address" ON "mails" USING btree ("shop",lower("to_email"));--> statement-breakpoint
CREATE INDEX "notes_of_a_customer" ON "customer_notes" USING btree ("shop","customer_id","created_at" DESC NULLS FIRST) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_decision_per_customer" ON "registration_decisions" USING btree ("shop","customer_id") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "decisions_of_a_customer" ON "registration_decisions" USING btree ("shop","customer_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_question_per_customer" ON "registration_questions" USING btree ("shop","customer_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "questions_of_a_customer" ON "registration_questions" USING btree ("shop","customer_id");--> statement-breakpoint
CREATE INDEX "questions_closed_by" ON "registration_questions" USING btree ("shop","closed_by_decision") WHERE "registration_questions"."closed_by_decision" is not null;--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "credit_approvals" USING btree ("shop","asked_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "credit_approvals" USING btree ("shop","asked_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "one_entry_per_address" ON "giveaway_entrants" USING btree ("shop","giveaway_id","address");--> statement-breakpoint
CREATE INDEX "entrants_by_address" ON "giveaway_entrants" USING btree ("shop","address");--> statement-breakpoint
CREATE INDEX "disqualified_entrants" ON "giveaway_entrants" USING btree ("shop","giveaway_id","number") WHERE "giveaway_entrants"."state" = 'disqualified';--> statement-breakpoint
CREATE INDEX "places_of_entrants" ON "giveaway_places" USING btree ("shop","giveaway_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "one_giveaway_per_operation" ON "giveaways" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giveaway_by_key" ON "giveaways" USING btree ("shop","key");--> statement-breakpoint
CREATE INDEX "giveaways_by_name" ON "giveaways" USING btree ("shop",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "giveaways_by_creation" ON "giveaways" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE VIEW "public"."customers_of_shop" AS (select "shop", "id", "display_name", "first_name", "last_name", "email", "phone", "tags", "created_at", "updated_at", "country_code", "amount_spent_cents", "email_marketing_state", "metafields", "student_status", "staff_status", "national_partner", "end_date", "asked_at", "search_text", "mirrored_at" from "customers" where "customers"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."invitations_of_shop" AS (select "shop", "id", "audience", "group_id", "email", "first_name", "last_name", "additional_tags", "is_mtd", "state", "invited_at", "invited_by_id", "invited_by_name", "mail_count", "mail_id", "last_invited_at", "sent_at", "delivered_at", "bounced_at", "last_error", "accepted_at", "expires_at", "revoked_at", "customer_id", "operation_id", "version", "search_text" from "invitations" where "invitations"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."credit_accounts_of_shop" AS (select "shop", "customer_id", "currency", "balance_cents", "held_cents", "name", "email", "shopify_account_id", "compared_at", "shopify_balance_cents", "told_through", "created_at", "search_text" from "credit_accounts" where "credit_accounts"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."ledger_postings_of_shop" AS (select "shop", "id", "number", "at", "customer_id", "type", "amount_cents", "reference", "expires_at", "actor_id", "actor_name", "actor_email", "operation_key", "reverses_id", "order_id", "order_name" from "ledger_postings" where "ledger_postings"."shop" = current_setting('app.shop'));