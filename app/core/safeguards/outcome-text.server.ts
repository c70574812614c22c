import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import type { SafeguardOutcome } from "./change-safeguard.server";

/** What to say after a save of several safeguards. @param saved what to say when nothing waits */
export function outcomeText(
  outcomes: readonly SafeguardOutcome[],
  { timeZone }: Pick<Shop, "timeZone">,
  saved: string,
): string {
  const dueAt = outcomes.flatMap((outcome) => (outcome.state === "waiting" ? [outcome.dueAt] : []))[0];
  if (dueAt)
    return `This loosens a limit, so it waits. It takes effect on ${formatZonedDateTime(dueAt, timeZone)}, or when someone else agrees. They were emailed.`;
  return outcomes.some(({ state }) => state === "saved") ? saved : "Nothing changed.";
}
