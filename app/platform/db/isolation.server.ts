import { APP_ROLE } from "./with-shop.server";

/** A posting is never changed. Another posting corrects it. */
const LEDGER = ["ledger_postings", "ledger_outcomes", "ledger_entries", "ledger_operations"];

/** A draw is the proof of its winners and is never changed. */
const DRAWS = ["giveaway_draws", "giveaway_draw_entries"];

/** The lowest price of a time is read from the log. */
const PRICES = ["price_log"];

/** The values of pg_trigger.tgtype: BEFORE UPDATE OR DELETE for each row, and BEFORE TRUNCATE for each statement. */
const TRIGGER_TYPES = { onChange: 1 + 2 + 8 + 16, onTruncate: 2 + 32 };

const trigger = (table: string, name: string, type: number, event: string) => `
  IF NOT EXISTS (
    SELECT 1 FROM pg_trigger
     WHERE tgrelid = '${table}'::regclass AND tgname = '${name}' AND tgenabled IN ('O', 'A') AND tgqual IS NULL
       AND tgtype = ${type} AND tgfoid = 'refuse_change'::regproc AND cardinality(tgattr::int2[]) = 0
  ) THEN
    CREATE OR REPLACE TRIGGER ${name} BEFORE ${event} EXECUTE FUNCTION refuse_change();
    ALTER TABLE ${table} ENABLE TRIGGER ${name};
  END IF;`;

/** The triggers that refuse UPDATE, DELETE and TRUNCATE on a table. */
const appendOnly = (table: string, changeTrigger: string, truncateTrigger: string) => `DO $$ BEGIN
${trigger(table, changeTrigger, TRIGGER_TYPES.onChange, `UPDATE OR DELETE ON ${table} FOR EACH ROW`)}
${trigger(table, truncateTrigger, TRIGGER_TYPES.onTruncate, `TRUNCATE ON ${table} FOR EACH STATEMENT`)}
END $$;`;

/**
 * Runs after the migrations at each start, so that no table can be forgotten. Each table with a column `shop` gets row-level
 * security restricted to `app.shop`. The application role may use these tables and the queue, and nothing else. It may read views
 * with a column `shop`, whose own WHERE must be restricted to `app.shop` too. Triggers make `audit_entries`, the ledger, the
 * draws and the price log append-only for every role.
 *
 * Existing policies and triggers that are right aren't touched: changing one locks its table, and a process that starts while
 * others serve would block them or deadlock with them.
 */
export const ISOLATION = `
DO $$ BEGIN
  -- A database administrator may have created the role for a login that may not create roles.
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
    CREATE ROLE ${APP_ROLE} NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, '${APP_ROLE}', 'MEMBER') THEN
    EXECUTE format('GRANT ${APP_ROLE} TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public, pgboss TO ${APP_ROLE};
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA pgboss TO ${APP_ROLE};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${APP_ROLE};

DO $$ DECLARE owned record; condition CONSTANT text := '(shop = current_setting(''app.shop''::text))'; BEGIN
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
         AND p.polroles = ARRAY['${APP_ROLE}'::regrole::oid]
         AND pg_get_expr(p.polqual, p.polrelid) = condition AND pg_get_expr(p.polwithcheck, p.polrelid) = condition
    ) THEN
      EXECUTE format('DROP POLICY IF EXISTS only_this_shop ON %I', owned.relname);
      EXECUTE format('CREATE POLICY only_this_shop ON %I TO ${APP_ROLE} USING (shop = current_setting(''app.shop'')) WITH CHECK (shop = current_setting(''app.shop''))', owned.relname);
    END IF;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ${APP_ROLE}', owned.relname);
  END LOOP;
  FOR owned IN
    SELECT c.relname FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop' AND NOT a.attisdropped
    WHERE c.relkind = 'v'
  LOOP
    IF pg_get_viewdef(owned.relname::regclass) NOT LIKE '%shop = current_setting(''app.shop''::text)%' THEN
      RAISE EXCEPTION 'the view % is not restricted to app.shop', owned.relname;
    END IF;
    EXECUTE format('GRANT SELECT ON %I TO ${APP_ROLE}', owned.relname);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${APP_ROLE};
-- It has no shop: whether the database has failed over concerns all.
GRANT SELECT ON database_timelines TO ${APP_ROLE};
-- Which key signs audit seals, without what verifies the signatures of the others.
GRANT SELECT (key_id, number, retired_at) ON secret_keys TO ${APP_ROLE};

REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries, audit_seals FROM ${APP_ROLE};
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a person (customers/redact) is the one lawful change; that service says so for its own transaction.
  IF current_setting('app.redacting', true) = 'yes' THEN RETURN COALESCE(NEW, OLD); END IF;
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
${appendOnly("audit_entries", "audit_is_append_only", "audit_is_not_truncated")}
${[...LEDGER, ...DRAWS, ...PRICES]
  .map(
    (table) => `
REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${APP_ROLE};
${appendOnly(table, "is_append_only", "is_not_truncated")}`,
  )
  .join("\n")}
`;
