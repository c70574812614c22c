import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerCodesForm } from "../form.server";
import { registrationCodesFunction } from "../function";
import { readCodesPage } from "../read-page.server";
import { CodesPage } from "../ui/CodesPage";
import { HistoryPage } from "../ui/HistoryPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, registrationCodesFunction, async ({ calls }) => {
    const { page, headers } = await readCodesPage(args.request, calls);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, registrationCodesFunction, async ({ calls }) =>
    answerCodesForm(calls.registrationCodes, await args.request.formData()),
  );

/** The Registration Codes screen. */
export default function RegistrationCodes() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "history" ? <HistoryPage {...page} /> : <CodesPage {...page} />;
}
