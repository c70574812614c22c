import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";

/** How transactions stand now, for the page that has just asked for them. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  asStaff({ request }, "showCredits", ({ backend }) => {
    const ids = (new URL(request.url).searchParams.get("ids") ?? "").split(",").filter(Boolean);
    return backend.credits.postings({ ids });
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
