import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { callsOfMirror, readMirrors } from "../calls-of-mirror.server";
import { describeSwitches, settingsForm, submittedSwitches, undoFields } from "../form";
import { settingsFunction } from "../function";
import { SettingsPage } from "../ui/SettingsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls, declarations }) => {
    const [connections, mail, mirrors, { list: waitingLimits }] = await Promise.all([
      Promise.all(
        [...declarations.connectors.values()].map(async ({ name, card: { title } }) => ({
          name,
          title,
          isSetUp: Boolean((await calls.connectors[name]?.read())?.base_url),
        })),
      ),
      calls.mailSettings.read(),
      readMirrors(calls, declarations),
      calls.safeguards.list(),
    ]);
    return {
      connections,
      mail: { hasServer: mail.hasServer, hasSender: mail.sender !== null },
      rebuilding: mirrors.filter(({ rebuilding }) => rebuilding).map(({ plural }) => plural),
      waitingLimits,
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

/** The index of the owner's settings. Its action saves the switches, and rebuilds mirrors. */
export default function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
