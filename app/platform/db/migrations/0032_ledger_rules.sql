-- Both sides of a posting are written in one statement, and sum to zero.
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
-- The names beside the balances follow the mirror.
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
