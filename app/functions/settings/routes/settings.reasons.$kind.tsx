import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { REASON_KINDS } from "~/domain/registrations/reasons/reason";
import { notFound } from "~/platform/errors";
import { settingsFunction } from "../function";
import { reasonTexts } from "../page.server";
import { ReasonsPage } from "../ui/reasons/ReasonsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

function kindIn(params: { kind?: string }) {
  const kind = REASON_KINDS.find((one) => one === params.kind);
  if (!kind) throw notFound("This list of texts doesn't exist.");
  return kind;
}

export const loader = pageLoader(settingsFunction, async ({ calls }, args) => {
  const kind = kindIn(args.params);
  return { kind, ...(await calls.reasons.read())[kind] };
});

export const action = callsAction(settingsFunction, reasonTexts);

/** The owner's reasons for rejections, or texts for questions. */
export default function ReasonTexts() {
  const data = useLoaderData<typeof loader>();
  return <ReasonsPage key={data.kind} {...data} />;
}
