import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { refusalIn } from "~/platform/contract/answer";

/** The whole check-in list, for the page that makes a spreadsheet of it; or why there is none. */
export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showEvents", async ({ backend }) => {
    try {
      return await backend.events.checkInRows({ id: Number(args.params.id) });
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return { problem: refusal.message };
    }
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
