-- While nothing was heard from an invited person, their invitation stands where its latest mail does. In the database, so that
-- whatever moves a mail (the server's answer, a bounce, giving up, sending again) moves the invitation in the same transaction.
CREATE FUNCTION invitation_follows_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations
     SET state = CASE NEW.state WHEN 'sent' THEN 'sent' WHEN 'bounced' THEN 'bounced' WHEN 'failed' THEN 'bounced' ELSE 'queued' END,
         sent_at = CASE NEW.state WHEN 'sent' THEN NEW.ended_at ELSE sent_at END,
         bounced_at = CASE WHEN NEW.state IN ('bounced', 'failed') THEN NEW.ended_at END,
         last_error = CASE WHEN NEW.state IN ('bounced', 'failed') THEN NEW.last_error END
   WHERE shop = NEW.shop AND mail_id = NEW.id AND state IN ('queued', 'sent', 'bounced');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invitations_follow_mails AFTER UPDATE OF state ON mails
  FOR EACH ROW WHEN (NEW.link_id IS NOT NULL AND OLD.state IS DISTINCT FROM NEW.state AND NEW.state <> 'sending')
  EXECUTE FUNCTION invitation_follows_mail();
