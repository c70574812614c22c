import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { refusalIn } from "~/platform/contract/answer";
import { eventsFunction } from "../function";

/** The whole check-in list, for the page that makes a spreadsheet of it; or why there is none. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls }) => {
    try {
      return await calls.events.checkInRows({ id: Number(args.params.id) });
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return { problem: refusal.message };
    }
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
