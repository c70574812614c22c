-- What was heard of the latest mail is kept with the invitation also while it is opened, run out, used or taken back: one that
-- comes back from there stands where its mail does. The state itself still follows only while nothing was heard of the person.
CREATE OR REPLACE FUNCTION invitation_follows_mail() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- From here on these are of the latest mail alone.
UPDATE invitations SET delivered_at = NULL WHERE delivered_at < last_invited_at AND state NOT IN ('delivered', 'accepted');
--> statement-breakpoint
UPDATE invitations SET sent_at = CASE mails.state WHEN 'sent' THEN mails.ended_at END,
       bounced_at = CASE WHEN mails.state IN ('bounced', 'failed') THEN mails.ended_at END,
       last_error = CASE WHEN mails.state IN ('bounced', 'failed') THEN mails.last_error END
  FROM mails
 WHERE mails.shop = invitations.shop AND mails.id = mail_id AND invitations.state IN ('delivered', 'expired', 'revoked');
