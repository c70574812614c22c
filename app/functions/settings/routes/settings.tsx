import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { readMirrors } from "../page.server";
import { SettingsPage } from "../ui/SettingsPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls, declarations }) => {
  const [connections, mail, mirrors, { list: waitingLimits }] = await Promise.all([
    Promise.all(
      [...declarations.connections.values()].map(async ({ name, card: { title } }) => ({
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

/** The index of the owner's settings. */
export default function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
