import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { creditsFunction } from "../function";
import { LiabilityPage } from "../ui/LiabilityPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, creditsFunction, ({ calls }) => calls.credits.liability());

/** What the store owes its customers, by month. */
export default function Liability() {
  return <LiabilityPage {...useLoaderData<typeof loader>()} />;
}
