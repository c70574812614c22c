import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, pageLoader } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { connectionTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { ConnectionCard } from "../ui/ConnectionCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls, declarations }) =>
  Promise.all(
    [...declarations.connections.values()].map(async ({ name, card }) => ({
      name,
      card,
      settings: (await calls.connectors[name]?.read()) ?? {},
    })),
  ),
);

export const action = (args: ActionFunctionArgs) =>
  answerCalls(args, settingsFunction, connectionTexts(args.context.app.declarations.connections));

/** The settings of the other systems. */
export default function Connections() {
  const connections = useLoaderData<typeof loader>();
  return (
    <SectionPage section={SECTIONS.connections}>
      {connections.map((connection) => (
        <ConnectionCard key={connection.name} {...connection} />
      ))}
    </SectionPage>
  );
}
