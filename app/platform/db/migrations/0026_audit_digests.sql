-- What of an entry may have to be erased by law. The salt goes with it, so that the digest alone tells nothing.
CREATE FUNCTION audit_content_digest(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(entry.salt, entry.subject_id, entry.before, entry.after)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_digest(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(entry.shop, entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor_name,
    entry.action, entry.subject_type, entry.job_id, entry.flag, entry.content_digest)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Entries from before: they count as they are today.
SELECT set_config('app.redacting', 'yes', true);
--> statement-breakpoint
UPDATE audit_entries SET salt = gen_random_uuid() WHERE before IS NOT NULL OR after IS NOT NULL OR subject_id <> 'erased';
--> statement-breakpoint
UPDATE audit_entries AS entry SET content_digest = audit_content_digest(entry);
--> statement-breakpoint
UPDATE audit_entries AS entry SET digest = audit_digest(entry);
--> statement-breakpoint
SELECT set_config('app.redacting', '', true);
--> statement-breakpoint
CREATE FUNCTION digest_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.salt := gen_random_uuid();
  NEW.content_digest := audit_content_digest(NEW);
  NEW.digest := audit_digest(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_are_digested BEFORE INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION digest_audit_entry();
--> statement-breakpoint
-- The one lawful change is to erase (see refuse_change); the digests stay, so the seals still hold.
CREATE FUNCTION erase_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.salt := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_are_erased BEFORE UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION erase_audit_entry();
