import { Badge, type BadgeProps, Tooltip } from "@shopify/polaris";
import { type InvitationState, STATE_NAMES } from "~/domain/invitations/states";
import { useTimeZone } from "~/ui/frame";
import { momentTexts } from "~/ui/moment-text";
import type { InviteeRow } from "../invites/contract";

const TONES: Partial<Record<InvitationState, BadgeProps["tone"]>> = {
  accepted: "success",
  delivered: "info",
  bounced: "critical",
  expired: "attention",
};

/** Where an invitee stands; since when, and why a mail came to nothing, on a closer look. */
export function InviteeState({ row }: { row: InviteeRow }) {
  const timeZone = useTimeZone();
  const since = momentTexts(new Date(row.stateAt), timeZone).moment;
  return (
    <Tooltip content={row.problem ? `${since}: ${row.problem}` : since}>
      <Badge tone={TONES[row.state]}>{STATE_NAMES[row.state]}</Badge>
    </Tooltip>
  );
}
