import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { promoFunction } from "../function";
import { readPromoPage } from "../read-pages.server";
import { promoTexts } from "../texts.server";
import { AllSubmissions } from "../ui/AllSubmissions";
import { AssignmentQueue } from "../ui/AssignmentQueue";
import { CsrApprovals } from "../ui/CsrApprovals";
import { Dashboard } from "../ui/Dashboard";
import { DenyList } from "../ui/DenyList";
import { LoyaltyOrders } from "../ui/LoyaltyOrders";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(promoFunction, ({ calls, administrator }, args) =>
  readPromoPage(new URL(args.request.url), calls.promo, administrator),
);

export const action = callsAction(promoFunction, promoTexts);

/** The Promotion page. */
export default function Promotion() {
  const page = useLoaderData<typeof loader>();
  switch (page.tab) {
    case "Dashboard":
      return <Dashboard {...page} />;
    case "AssignmentQueue":
      return <AssignmentQueue key={page.assignmentType} {...page} />;
    case "CsrApprovals":
      return <CsrApprovals {...page} />;
    case "LoyaltyOrder":
      return <LoyaltyOrders {...page} />;
    case "AllSubmissions":
      return <AllSubmissions {...page} />;
    case "DenyList":
      return <DenyList {...page} />;
  }
}
