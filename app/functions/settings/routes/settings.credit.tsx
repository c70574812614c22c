import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import { settingsFunction } from "../function";
import { creditTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { ApprovalLimitCard, CreditRemindersCard, RepeatDaysCard } from "../ui/CreditCards";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls }) => {
  const [approvals, reminders, { list: waitingLimits }] = await Promise.all([
    calls.credits.approvals(),
    calls.credits.reminders(),
    calls.safeguards.list(),
  ]);
  const { limitCents, repeatDays } = approvals;
  return { limitCents, repeatDays, isOn: reminders.isOn, daysBefore: reminders.daysBefore, waitingLimits };
});

export const action = callsAction(settingsFunction, creditTexts);

/** The limits of store credit, and the reminders of its end. */
export default function CreditSettings() {
  const { limitCents, repeatDays, waitingLimits, ...reminders } = useLoaderData<typeof loader>();
  return (
    <SectionPage section={SECTIONS.credit}>
      <WaitingChanges changes={waitingLimits} />
      <ApprovalLimitCard limitCents={limitCents} />
      <RepeatDaysCard days={repeatDays} />
      <CreditRemindersCard {...reminders} />
    </SectionPage>
  );
}
