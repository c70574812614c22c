import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { answerPromoForm } from "../promo-form.server";
import { readPromoPage } from "../read-pages.server";
import { AllSubmissions } from "../ui/AllSubmissions";
import { AssignmentQueue } from "../ui/AssignmentQueue";
import { CsrApprovals } from "../ui/CsrApprovals";
import { Dashboard } from "../ui/Dashboard";
import { DenyList } from "../ui/DenyList";
import { LoyaltyOrders } from "../ui/LoyaltyOrders";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, promoFunction, ({ calls, administrator }) =>
    readPromoPage(new URL(args.request.url), calls.promo, administrator),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, promoFunction, async ({ calls }) =>
    answerPromoForm(calls.promo, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

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
