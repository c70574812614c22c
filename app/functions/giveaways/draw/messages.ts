import { pluralize } from "~/platform/text/pluralize";
/** Why a draw is refused. */
export const NO_ELIGIBLE_ENTRANTS =
  "There are no eligible entrants. Everyone who registered is disqualified, has withdrawn, has already won, or registered outside the giveaway's dates.";

/** The result of a draw. */
export const drawnText = (drawn: number, entries: number): string =>
  `${drawn.toLocaleString("en-US")} drawn from ${pluralize(entries, "entry", "entries")}.`;

/** The result of emailing the winners. @param blocked winners whose address is blocked */
export function mailedText({ count: sent, blocked }: { count: number; blocked: number }): string {
  if (sent + blocked === 0) return "No winner is left to notify.";
  const texts = sent > 0 ? [`${pluralize(sent, "person", "people")} will get an email.`] : [];
  if (blocked > 0)
    texts.push(
      `${pluralize(blocked, "person gets", "people get")} no email, because an earlier one bounced. When the address works again, allow email to it on the Mail page.`,
    );
  return texts.join(" ");
}

/** What a verification compares. */
export const CHECKS = {
  commitment: "The seed matches the one committed before the draw",
  digest: "The entries match the saved ones",
  count: "No entry is missing or added",
  result: "The same entrants are drawn in the same order",
} as const;

export const HOLDS = "Verified: the draw gives the same winners and alternates.";
export const DOES_NOT_HOLD = "Verification failed: the draw doesn't give the saved result.";
