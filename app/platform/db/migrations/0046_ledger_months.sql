CREATE TABLE "ledger_months" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"month" text NOT NULL,
	"added_cents" bigint NOT NULL,
	"taken_cents" bigint NOT NULL,
	CONSTRAINT "ledger_months_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
-- Whoever books entries leaves what their months gained and lost: rows of their own, so that nobody waits for anybody.
CREATE FUNCTION ledger_months_follow_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_months (shop, month, added_cents, taken_cents)
  SELECT shop, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM'), sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
    FROM added WHERE account = 'customer' GROUP BY 1, 2;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER months_follow AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_months_follow_entries();
--> statement-breakpoint
-- The trigger's lock lasts until here: no entry is missed, and none comes twice.
INSERT INTO ledger_months (shop, month, added_cents, taken_cents)
SELECT shop, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM'), sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
  FROM ledger_entries WHERE account = 'customer' GROUP BY 1, 2;
