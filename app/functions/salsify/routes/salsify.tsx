import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { salsifyFunction } from "../function";
import { readSalsifyPage, salsifyTexts } from "../page.server";
import { SalsifyPage } from "../ui/SalsifyPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(salsifyFunction, ({ calls }, args) =>
  readSalsifyPage(new URL(args.request.url), calls),
);

export const action = callsAction(salsifyFunction, salsifyTexts);

/** The Salsify screen. */
export default function Salsify() {
  return <SalsifyPage data={useLoaderData<typeof loader>()} />;
}
