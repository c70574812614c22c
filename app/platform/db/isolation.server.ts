import { PLAIN_ROLE } from "./with-shop.server";

/** Tables of money: what was posted stays posted, and is corrected by another posting. */
const LEDGER = ["ledger_postings", "ledger_outcomes", "ledger_entries", "ledger_operations"];

/** What winners follow from: a draw stays as it was made, and another one is a draw of its own. */
const DRAWS = ["giveaway_draws", "giveaway_draw_entries"];

/** As PostgreSQL keeps when a trigger fires: before an update or delete of each row, and before the table is emptied. */
const FIRES = { onChange: 1 + 2 + 8 + 16, onTruncate: 2 + 32 };

const trigger = (table: string, name: string, fires: number, when: string) => `
  IF NOT EXISTS (
    SELECT 1 FROM pg_trigger
     WHERE tgrelid = '${table}'::regclass AND tgname = '${name}' AND tgenabled IN ('O', 'A') AND tgqual IS NULL
       AND tgtype = ${fires} AND tgfoid = 'refuse_change'::regproc AND cardinality(tgattr::int2[]) = 0
  ) THEN
    CREATE OR REPLACE TRIGGER ${name} BEFORE ${when} EXECUTE FUNCTION refuse_change();
    ALTER TABLE ${table} ENABLE TRIGGER ${name};
  END IF;`;

/** The triggers that refuse to change, delete or empty a table's rows. */
const appendOnly = (table: string, change: string, truncate: string) => `DO $$ BEGIN
${trigger(table, change, FIRES.onChange, `UPDATE OR DELETE ON ${table} FOR EACH ROW`)}
${trigger(table, truncate, FIRES.onTruncate, `TRUNCATE ON ${table} FOR EACH STATEMENT`)}
END $$;`;

/**
 * Run after the migrations, each time, so that no table can be forgotten: every table with a column `shop` gets
 * row-level security bound to `app.shop`; the plain role may use those tables and the queue, and nothing else. It may read
 * the views with a column `shop`, whose own WHERE is bound to `app.shop` alike.
 * Tables that tell what happened (`audit_entries`, the ledger's, draws) can only be added to, by anybody: a trigger refuses the rest.
 *
 * What is right already is left alone: changing a policy or a trigger locks its table against everybody, and a process that
 * starts while others serve would make them wait, or end in a deadlock with them.
 */
export const ISOLATION = `
DO $$ BEGIN
  -- A database administrator may have made the role and given it to a login that may not make roles itself.
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${PLAIN_ROLE}') THEN
    CREATE ROLE ${PLAIN_ROLE} NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, '${PLAIN_ROLE}', 'MEMBER') THEN
    EXECUTE format('GRANT ${PLAIN_ROLE} TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public, pgboss TO ${PLAIN_ROLE};
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA pgboss TO ${PLAIN_ROLE};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${PLAIN_ROLE};

DO $$ DECLARE owned record; bound CONSTANT text := '(shop = current_setting(''app.shop''::text))'; BEGIN
  FOR owned IN
    SELECT c.oid, c.relname, c.relrowsecurity FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relname <> 'sessions'
  LOOP
    IF NOT owned.relrowsecurity THEN
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned.relname);
    END IF;
    IF NOT EXISTS (
      SELECT 1 FROM pg_policy p
       WHERE p.polrelid = owned.oid AND p.polname = 'only_this_shop' AND p.polcmd = '*' AND p.polpermissive
         AND p.polroles = ARRAY['${PLAIN_ROLE}'::regrole::oid]
         AND pg_get_expr(p.polqual, p.polrelid) = bound AND pg_get_expr(p.polwithcheck, p.polrelid) = bound
    ) THEN
      EXECUTE format('DROP POLICY IF EXISTS only_this_shop ON %I', owned.relname);
      EXECUTE format('CREATE POLICY only_this_shop ON %I TO ${PLAIN_ROLE} USING (shop = current_setting(''app.shop'')) WITH CHECK (shop = current_setting(''app.shop''))', owned.relname);
    END IF;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ${PLAIN_ROLE}', owned.relname);
  END LOOP;
  FOR owned IN
    SELECT c.relname FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop' AND NOT a.attisdropped
    WHERE c.relkind = 'v'
  LOOP
    IF pg_get_viewdef(owned.relname::regclass) NOT LIKE '%shop = current_setting(''app.shop''::text)%' THEN
      RAISE EXCEPTION 'the view % is not bound to app.shop', owned.relname;
    END IF;
    EXECUTE format('GRANT SELECT ON %I TO ${PLAIN_ROLE}', owned.relname);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${PLAIN_ROLE};

REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries, audit_seals FROM ${PLAIN_ROLE};
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a person (customers/redact) is the one lawful change; that service says so for its own transaction.
  IF current_setting('app.redacting', true) = 'yes' THEN RETURN COALESCE(NEW, OLD); END IF;
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
${appendOnly("audit_entries", "audit_is_append_only", "audit_is_not_truncated")}
${[...LEDGER, ...DRAWS]
  .map(
    (table) => `
REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${PLAIN_ROLE};
${appendOnly(table, "is_append_only", "is_not_truncated")}`,
  )
  .join("\n")}
`;
