-- Both entries of a posting are written in one statement and sum to zero.
CREATE FUNCTION ledger_entries_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY shop, posting_id HAVING sum(amount_cents) <> 0 OR count(*) <> 2) THEN
    RAISE EXCEPTION 'the entries of a posting do not sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entries_balance AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_must_balance();
--> statement-breakpoint
-- The name and email address beside a balance follow the customers mirror.
CREATE FUNCTION credit_accounts_follow_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credit_accounts AS account SET name = customer.display_name, email = customer.email
    FROM changed AS customer
   WHERE account.shop = customer.shop AND account.customer_id = customer.id
     AND (account.name, account.email) IS DISTINCT FROM (customer.display_name, customer.email);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_accounts_follow_new_customers AFTER INSERT ON customers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION credit_accounts_follow_customers();
--> statement-breakpoint
CREATE TRIGGER credit_accounts_follow_changed_customers AFTER UPDATE ON customers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION credit_accounts_follow_customers();
--> statement-breakpoint
-- Adds what an entry's month gained and lost as rows of their own, so that writers don't wait for each other.
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
