import { pageLoader } from "~/core/authorize.server";
import { orProblem } from "~/platform/contract/answer";
import { eventsFunction } from "../function";

/** The whole check-in list, for the page that makes a spreadsheet of it, or why it can't be read. */
export const loader = pageLoader(eventsFunction, ({ calls }, args) =>
  orProblem(calls.events.checkInRows({ id: Number(args.params.id) })),
);

// Loaded for one export. Loading it again with the page would hold up each check-in.
export const shouldRevalidate = () => false;
