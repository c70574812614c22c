import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { settingsForm, switchesInWords, undoFields, wantedSwitches } from "../form";
import { SettingsPage } from "../ui/SettingsPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) => {
    const [{ switches }, mirror, agora, credits, { isOn, daysBefore }] = await Promise.all([
      backend.settings.read(),
      backend.customers.mirror(),
      backend.agora.readSettings(),
      backend.credits.approvals(),
      backend.credits.reminders(),
    ]);
    const { limitCents: approvalLimitCents } = credits;
    const creditReminders = { isOn, daysBefore };
    return { switches, mirror, agora, approvalLimitCents, creditReminders, now: new Date().toISOString() };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), settingsForm);
    if (form.intent === "rebuild") {
      const { jobId } = await backend.customers.rebuildMirror();
      return {
        notice: {
          level: "success",
          text: "The mirror is being rebuilt. You can go on working meanwhile.",
          link: { label: "Show the job", url: `/jobs/${jobId}` },
        },
      };
    }
    const { changed } = await backend.settings.change({ switches: wantedSwitches(form) });
    const what = switchesInWords(changed);
    if (!what)
      return { notice: { level: "info", text: "Nothing to save: the settings are like that already." } };
    const undo = form.intent === "save" ? { label: "Undo", fields: undoFields(changed) } : undefined;
    return { notice: { level: "success", text: `Saved: ${what}.`, undo } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What the owner sets for the whole shop. */
export default function Settings() {
  const data = useLoaderData<typeof loader>();
  // Other switches, by a save, an undo or another window, begin a new form with what is stored now.
  return <SettingsPage key={JSON.stringify(data.switches)} {...data} />;
}
