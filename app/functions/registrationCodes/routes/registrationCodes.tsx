import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { registrationCodesFunction } from "../function";
import { codeTexts, readCodesPage } from "../page.server";
import { CodesPage } from "../ui/CodesPage";
import { HistoryPage } from "../ui/HistoryPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, registrationCodesFunction, async ({ calls }) => {
    const { page, headers } = await readCodesPage(args.request, calls);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) => answerCalls(args, registrationCodesFunction, codeTexts);

/** The Registration Codes screen. */
export default function RegistrationCodes() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "history" ? <HistoryPage {...page} /> : <CodesPage {...page} />;
}
