import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { registrationCodesFunction } from "../function";
import { codeTexts, readCodesPage } from "../page.server";
import { CodesPage } from "../ui/CodesPage";
import { HistoryPage } from "../ui/HistoryPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(registrationCodesFunction, async ({ calls }, args) => {
  const { page, headers } = await readCodesPage(args.request, calls);
  return data(page, { headers });
});

export const action = callsAction(registrationCodesFunction, codeTexts);

/** The Registration Codes screen. */
export default function RegistrationCodes() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "history" ? <HistoryPage {...page} /> : <CodesPage {...page} />;
}
