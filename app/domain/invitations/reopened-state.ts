/**
 * The state of a reopened invitation, from what is known since its latest email: SQL over a row of `invitations`.
 * `sendInvitation` resets these facts; `openInvitation` and the trigger on `mails` record them.
 */
export const REOPENED_STATE = `CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN bounced_at IS NOT NULL THEN 'bounced'
  WHEN sent_at IS NOT NULL THEN 'sent' ELSE 'queued' END`;
