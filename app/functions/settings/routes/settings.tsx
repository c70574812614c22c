import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { callsOfMirror } from "../calls-of-mirror.server";
import { describeSwitches, settingsForm, submittedSwitches, undoFields } from "../form";
import { settingsFunction } from "../function";
import { SettingsPage } from "../ui/SettingsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls, declarations }) => {
    const [
      { switches: isOn },
      mirrors,
      credits,
      creditReminders,
      { list: partners },
      connectors,
      priceLimits,
      { list: waitingLimits },
    ] = await Promise.all([
      calls.settings.read(),
      Promise.all(
        [...declarations.mirrors.values()].map(async ({ name, plural }) => ({
          name,
          plural,
          ...(await callsOfMirror(calls, name).mirror()),
        })),
      ),
      calls.credits.approvals(),
      calls.credits.reminders(),
      calls.partners.list(),
      Promise.all(
        [...declarations.connectors.values()].map(async ({ name, card }) => ({
          name,
          card,
          settings: (await calls.connectors[name]?.read()) ?? {},
        })),
      ),
      calls.priceGuardRails.read(),
      calls.safeguards.list(),
    ]);
    const { limitCents: approvalLimitCents, repeatDays } = credits;
    const switches = [...declarations.switches.values()].map(({ key, title, helpText }) => ({
      key,
      title,
      helpText,
      isOn: isOn[key] === true,
    }));
    const now = new Date().toISOString();
    return {
      switches,
      mirrors,
      approvalLimitCents,
      repeatDays,
      creditReminders,
      partners,
      connectors,
      priceLimits,
      waitingLimits,
      now,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls, declarations }): Promise<ActionAnswer> => {
    const { switches } = declarations;
    const form = readForm(await args.request.formData(), settingsForm(declarations));
    if (form.intent === "rebuild") {
      const { jobId } = await callsOfMirror(calls, form.mirror).rebuildMirror();
      return {
        notice: {
          level: "success",
          text: "The mirror is being rebuilt. You can keep working.",
          link: { label: "Show the job", url: `/jobs/${jobId}` },
        },
      };
    }
    const { changed } = await calls.settings.change({ switches: submittedSwitches(form, switches) });
    const what = describeSwitches(changed, switches);
    if (!what) return { notice: { level: "info", text: "Nothing changed." } };
    const undo = form.intent === "save" ? { label: "Undo", fields: undoFields(changed) } : undefined;
    return { notice: { level: "success", text: `Saved: ${what}.`, undo } };
  });

/** The owner's settings of the shop. */
export default function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
