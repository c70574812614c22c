import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { creditsFunction } from "../function";
import { LiabilityPage } from "../ui/LiabilityPage";

export const loader = pageLoader(creditsFunction, ({ calls }) => calls.credits.liability());

/** What the store owes its customers, by month. */
export default function Liability() {
  return <LiabilityPage {...useLoaderData<typeof loader>()} />;
}
