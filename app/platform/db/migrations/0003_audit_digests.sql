-- The part of an entry that a person's erasure may remove. The salt is removed with it, so that the digest alone reveals nothing.
CREATE FUNCTION audit_content_digest(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(entry.salt, entry.subject_id, entry.before, entry.after)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_digest(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(entry.shop, entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor_name,
    entry.action, entry.subject_type, entry.job_id, entry.flag, entry.content_digest)::text, 'UTF8')), 'hex')
$$;
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
-- Erasure is the only change that refuse_change allows. The digests stay, so the seals still hold.
CREATE FUNCTION erase_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.salt := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_are_erased BEFORE UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION erase_audit_entry();
