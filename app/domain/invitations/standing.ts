/**
 * Where an invitation stands that is open again, from what was heard since its latest mail was asked for: SQL over a row of
 * `invitations`. `sendInvitation` begins anew, `openInvitation` and the trigger on `mails` keep what they hear.
 */
export const STANDING = `CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN bounced_at IS NOT NULL THEN 'bounced'
  WHEN sent_at IS NOT NULL THEN 'sent' ELSE 'queued' END`;
