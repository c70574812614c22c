-- An invitation follows its latest mail in the same transaction, whatever changes the mail: the server's answer, a bounce, the last
-- attempt, sending again. The state follows only until the person responds. The times and the error are kept in any state, so that
-- an invitation that is reopened or restored gets the state of its mail.
CREATE FUNCTION invitation_follows_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations
     SET state = CASE WHEN state NOT IN ('queued', 'sent', 'bounced') THEN state
                      WHEN NEW.state = 'sent' THEN 'sent' WHEN NEW.state IN ('bounced', 'failed') THEN 'bounced' ELSE 'queued' END,
         sent_at = CASE NEW.state WHEN 'sent' THEN NEW.ended_at ELSE sent_at END,
         bounced_at = CASE WHEN NEW.state IN ('bounced', 'failed') THEN NEW.ended_at END,
         last_error = CASE WHEN NEW.state IN ('bounced', 'failed') THEN NEW.last_error END
   WHERE shop = NEW.shop AND mail_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invitations_follow_mails AFTER UPDATE OF state ON mails
  FOR EACH ROW WHEN (NEW.link_id IS NOT NULL AND OLD.state IS DISTINCT FROM NEW.state AND NEW.state <> 'sending')
  EXECUTE FUNCTION invitation_follows_mail();
