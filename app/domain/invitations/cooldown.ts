import { addMinutes } from "date-fns";
import { COOLDOWN_MINUTES } from "./messages";
import type { InvitationState } from "./states";

/**
 * When this person can be emailed again; null when they can be immediately. A bounced email needs no cooldown, nor does an invitation that was deleted
 * before its email was sent.
 */
export function pauseUntil(
  { state, sentAt, lastInvitedAt }: { state: InvitationState; sentAt: Date | null; lastInvitedAt: Date },
  now: Date,
): Date | null {
  if (state === "bounced" || (state === "revoked" && !sentAt)) return null;
  const until = addMinutes(lastInvitedAt, COOLDOWN_MINUTES);
  return until > now ? until : null;
}
