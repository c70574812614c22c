-- The mailbox of an email address, for comparison. The large providers deliver the aliases of a mailbox to it: anything after a plus, dots at
-- Gmail, dots, hyphens and underscores at Proton, anything after a hyphen at Yahoo. At other domains, an alias can be another person.
CREATE FUNCTION fold_mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
      WHEN domain IN ('gmail.com', 'googlemail.com') THEN coalesce(nullif(replace(base, '.', ''), ''), local) || '@gmail.com'
      WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me')
        THEN coalesce(nullif(translate(base, '._-', ''), ''), local) || '@proton.me'
      WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN base || '@icloud.com'
      WHEN domain ~ '^(yahoo|ymail|rocketmail)(\.[a-z]{2,3}){1,2}$' THEN coalesce(nullif(split_part(base, '-', 1), ''), local) || '@' || domain
      WHEN domain ~ '^(outlook|hotmail|live|msn)(\.[a-z]{2,3}){1,2}$' OR domain IN ('fastmail.com', 'fastmail.fm', 'hey.com', 'zoho.com')
        THEN base || '@' || domain
      ELSE local || '@' || domain
    END
    FROM (SELECT local, domain, coalesce(nullif(split_part(local, '+', 1), ''), local) AS base
            FROM (SELECT regexp_replace(lower(address), '@[^@]*$', '') AS local, substring(lower(address) FROM '[^@]*$') AS domain) AS parts) AS bases
$$;
--> statement-breakpoint
-- A postal address, for comparison: without case, accents, punctuation, letters of other alphabets that look like Latin ones, the name after
-- "c/o", leading zeros of numbers, and the usual abbreviations. The postal code of the United States is without its last four digits. The
-- number of an apartment stays.
CREATE FUNCTION fold_postal_address(line1 text, line2 text, postal_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH plain AS (
    SELECT part, translate(
        replace(replace(replace(lower(regexp_replace(normalize(lower(value), NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'авекмнорстухіјѕԁԛԝһӏАВЕКМНОРСТУХІЈЅαβεηικνορτυχøłđı',
        'abekmhopctyxijsdqwhlabekmhopctyxijsabenikvoptuxoldi') AS value
      FROM (VALUES ('line1', line1), ('line2', line2), ('postal', postal_code)) AS given (part, value)
  ), lines AS (
    SELECT part, regexp_replace(regexp_replace(
        regexp_replace(value, '\m(c\s*[/.]\s*o|care\s+of|attn|attention)\M', 'c/o', 'g'),
        -- The first quantifier isn't greedy, so that the shortest text is removed.
        '\mc/o[\s.:]+?[^,;\d#]*?(?=$|[,;\d#]|\m(apt|apartment|unit|suite|ste|floor|fl|bldg|building|room|rm)\M)', ' ', 'g'),
        '#|\m(no|nr|num|number)[.:°º]*\s*(?=\d)', ' apt ', 'g') AS value
      FROM plain WHERE part <> 'postal'
  ), words AS (
    SELECT ordinality, regexp_replace(regexp_replace(word, '^0+(?=\d)', ''), 'strasse$', 'str') AS word
      FROM regexp_split_to_table((SELECT string_agg(value, ' ' ORDER BY part) FROM lines), '[^[:alnum:]]+') WITH ORDINALITY AS split (word, ordinality)
     WHERE word <> ''
  ), short AS (
    SELECT string_agg(CASE word
        WHEN 'street' THEN 'st' WHEN 'str' THEN 'st' WHEN 'avenue' THEN 'ave' WHEN 'av' THEN 'ave' WHEN 'road' THEN 'rd' WHEN 'drive' THEN 'dr'
        WHEN 'lane' THEN 'ln' WHEN 'boulevard' THEN 'blvd' WHEN 'court' THEN 'ct' WHEN 'place' THEN 'pl' WHEN 'square' THEN 'sq'
        WHEN 'terrace' THEN 'ter' WHEN 'parkway' THEN 'pkwy' WHEN 'highway' THEN 'hwy' WHEN 'circle' THEN 'cir' WHEN 'trail' THEN 'trl'
        WHEN 'apartment' THEN 'apt' WHEN 'unit' THEN 'apt' WHEN 'suite' THEN 'apt' WHEN 'ste' THEN 'apt' WHEN 'room' THEN 'apt' WHEN 'rm' THEN 'apt'
        WHEN 'floor' THEN 'fl' WHEN 'building' THEN 'bldg'
        WHEN 'north' THEN 'n' WHEN 'south' THEN 's' WHEN 'east' THEN 'e' WHEN 'west' THEN 'w'
        WHEN 'northeast' THEN 'ne' WHEN 'northwest' THEN 'nw' WHEN 'southeast' THEN 'se' WHEN 'southwest' THEN 'sw'
        ELSE word END, ' ' ORDER BY ordinality) AS value
      FROM words
  )
  SELECT regexp_replace(coalesce((SELECT value FROM short), ''), '\m(apt )+', 'apt ', 'g') || '|'
      || regexp_replace(regexp_replace(coalesce((SELECT value FROM plain WHERE part = 'postal'), ''), '[^[:alnum:]]+', '', 'g'), '^(\d{5})\d{4}$', '\1')
$$;
--> statement-breakpoint
CREATE TABLE "confirmation_links" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"mailbox" text NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "confirmation_links_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "public_entries" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"form" text NOT NULL,
	"key" text NOT NULL,
	"email" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (fold_mailbox(email)) STORED NOT NULL,
	"title" text NOT NULL,
	"note" text,
	"details" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"attachment_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"outcome" jsonb,
	CONSTRAINT "public_entries_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "visitor_budgets" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"requests" integer NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "visitor_budgets_shop_day_visitor_pk" PRIMARY KEY("shop","day","visitor")
);
--> statement-breakpoint
DROP VIEW "public"."submissions_of_shop";--> statement-breakpoint
ALTER TABLE "code_registrations" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (fold_mailbox(address)) STORED;--> statement-breakpoint
ALTER TABLE "open_code_registrations" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (fold_mailbox(address)) STORED;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (fold_mailbox(email)) STORED;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "folded_address" text GENERATED ALWAYS AS (CASE WHEN email IS NOT NULL THEN fold_postal_address(shipping_address1, shipping_address2, shipping_postal_code) END) STORED;--> statement-breakpoint
ALTER TABLE "giveaway_entrants" ADD COLUMN "folded_mailbox" text GENERATED ALWAYS AS (fold_mailbox(address)) STORED;--> statement-breakpoint
CREATE INDEX "confirmation_links_of_mailbox" ON "confirmation_links" USING btree ("shop","mailbox","mailed_at");--> statement-breakpoint
CREATE INDEX "confirmation_links_by_expiry" ON "confirmation_links" USING btree ("shop","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_waiting_entry" ON "public_entries" USING btree ("shop","form","key") WHERE outcome IS NULL;--> statement-breakpoint
CREATE INDEX "public_entries_of_mailbox" ON "public_entries" USING btree ("shop","mailbox","created_at");--> statement-breakpoint
CREATE INDEX "public_entries_by_expiry" ON "public_entries" USING btree ("shop","expires_at");--> statement-breakpoint
CREATE INDEX "code_registrations_by_mailbox" ON "code_registrations" USING btree ("shop","code_id","mailbox");--> statement-breakpoint
CREATE INDEX "submissions_by_mailbox" ON "submissions" USING btree ("shop","mailbox","id") WHERE mailbox IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_folded_address" ON "submissions" USING btree ("shop","folded_address","id") WHERE folded_address IS NOT NULL;--> statement-breakpoint
CREATE INDEX "entrants_by_folded_mailbox" ON "giveaway_entrants" USING btree ("shop","giveaway_id","folded_mailbox");--> statement-breakpoint
CREATE VIEW "public"."submissions_of_shop" AS (select "shop", "id", "promotion_id", "is_loyalty", "operation_id", "link_id", "status", "created_at", "version", "first_name", "last_name", "email", "gender", "age_range", "purchasing_method", "purchase_day", "receipt_id", "receipt_key", "amount_cents", "model_number", "retailer", "purchase_city", "purchase_state", "shipping_first_name", "shipping_last_name", "shipping_address1", "shipping_address2", "shipping_city", "shipping_state", "shipping_postal_code", "shipping_country", "shipping_phone", "address_key", "mailbox", "folded_address", "is_address_used", "is_receipt_id_used", "attachment_id", "risk_score", "signals", "reviewer_id", "reviewer_email", "first_assigned_at", "assigned_at", "hold_reason_id", "held_at", "deny_reason_id", "denier_id", "denier_email", "denied_at", "approver_id", "approver_email", "approved_at", "decided_at", "second_look", "second_look_by_id", "locked_by_id", "locked_until", "problem", "order_id", "order_name", "fulfillment_status", "tracking_number", "shipped_at", "delivered_at", "queue", "search_text", "address_text" from "submissions" where "submissions"."shop" = current_setting('app.shop'));
--> statement-breakpoint
-- What waited for a confirmation when the update began. The links of the emails stay valid.
INSERT INTO "confirmation_links" ("shop", "id", "mailbox", "mailed_at", "expires_at")
SELECT "shop", "id", fold_mailbox("address"), "mailed_at", "expires_at" FROM "giveaway_entry_requests" WHERE "expires_at" > now()
UNION ALL
SELECT "shop", "id", fold_mailbox("address"), "mailed_at", "expires_at" FROM "code_requests" WHERE "expires_at" > now();
--> statement-breakpoint
INSERT INTO "public_entries" ("shop", "id", "form", "key", "email", "title", "details", "data", "created_at", "expires_at")
SELECT DISTINCT ON (r."shop", r."giveaway_id", fold_mailbox(r."address"))
       r."shop", r."id", 'giveaway', r."giveaway_id" || ' ' || fold_mailbox(r."address"), r."email", 'Entry in ' || g."name",
       jsonb_build_array(r."first_name" || ' ' || r."last_name", r."email"),
       jsonb_build_object('giveawayId', r."giveaway_id", 'firstName', r."first_name", 'lastName', r."last_name"), r."mailed_at", r."expires_at"
  FROM "giveaway_entry_requests" AS r JOIN "giveaways" AS g ON g."shop" = r."shop" AND g."id" = r."giveaway_id"
 WHERE r."number" IS NULL AND r."expires_at" > now()
 ORDER BY r."shop", r."giveaway_id", fold_mailbox(r."address"), r."mailed_at" DESC;
--> statement-breakpoint
INSERT INTO "public_entries" ("shop", "id", "form", "key", "email", "title", "details", "data", "created_at", "expires_at")
SELECT DISTINCT ON (r."shop", r."code_id", fold_mailbox(r."address"))
       r."shop", r."id", 'code', r."code_id" || ' ' || fold_mailbox(r."address"), r."email", 'Registration with ' || s."name",
       jsonb_build_array(r."first_name" || ' ' || r."last_name", r."email", initcap(r."kind")),
       jsonb_build_object('codeId', r."code_id", 'kind', r."kind", 'firstName', r."first_name", 'lastName', r."last_name"), r."mailed_at", r."expires_at"
  FROM "code_requests" AS r JOIN "shops" AS s ON s."shop" = r."shop"
 WHERE r."expires_at" > now()
 ORDER BY r."shop", r."code_id", fold_mailbox(r."address"), r."mailed_at" DESC;
--> statement-breakpoint
DELETE FROM "giveaway_entry_requests";
--> statement-breakpoint
DELETE FROM "code_requests";
