import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, pageLoader } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { mirrorTexts, readMirrors } from "../page.server";
import { SECTIONS } from "../sections";
import { MirrorCard } from "../ui/MirrorCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls, declarations }) => ({
  mirrors: await readMirrors(calls, declarations),
  now: new Date().toISOString(),
}));

export const action = (args: ActionFunctionArgs) =>
  answerCalls(args, settingsFunction, mirrorTexts(args.context.app.declarations.mirrors));

/** The copies of the store's data. */
export default function DataSettings() {
  const { mirrors, now } = useLoaderData<typeof loader>();
  return (
    <SectionPage section={SECTIONS.data}>
      {mirrors.map((mirror) => (
        <MirrorCard key={mirror.name} mirror={mirror} now={now} />
      ))}
    </SectionPage>
  );
}
