import { addMinutes } from "date-fns";
import { COOLDOWN_MINUTES } from "./messages";
import type { InvitationState } from "./states";

/**
 * Until when somebody is not mailed again; null when they may be now. A mail that came back needs no pause before the next one,
 * nor does an invitation that was deleted before its mail left.
 */
export function pauseUntil(
  { state, sentAt, lastInvitedAt }: { state: InvitationState; sentAt: Date | null; lastInvitedAt: Date },
  now: Date,
): Date | null {
  if (state === "bounced" || (state === "revoked" && !sentAt)) return null;
  const until = addMinutes(lastInvitedAt, COOLDOWN_MINUTES);
  return until > now ? until : null;
}
