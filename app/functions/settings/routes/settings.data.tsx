import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { readMirrors } from "../calls-of-mirror.server";
import { settingsFunction } from "../function";
import { SECTIONS } from "../sections";
import { MirrorCard } from "../ui/MirrorCard";
import { SectionPage } from "../ui/SectionPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls, declarations }) => ({
    mirrors: await readMirrors(calls, declarations),
    now: new Date().toISOString(),
  }));

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
