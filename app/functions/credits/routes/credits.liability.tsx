import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { LiabilityPage } from "../ui/LiabilityPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", ({ backend }) => backend.credits.liability());

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What the store owes its customers, by month. */
export default function Liability() {
  return <LiabilityPage {...useLoaderData<typeof loader>()} />;
}
