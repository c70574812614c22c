import { withMachineFactor } from "./machine-factor.ts";

export const DEMO_SHOP = "backroom-demo";

/** Filling the demo, or opening all of its pages, takes minutes. */
export const DEMO_MS = withMachineFactor(1_800_000);

/** A page of the demo that the menu doesn't lead to. */
interface FurtherPage {
  /** `:name` is a record's. */
  path: string;
  /** The page whose first link to such a path is followed. Needed with a `:name` that no page before has. */
  on?: string;
}

/** Pages that the menu doesn't lead to. */
export const FURTHER_PAGES: readonly FurtherPage[] = [
  { path: "/coupons/pools" },
  { path: "/coupons/pools/new" },
  { path: "/coupons/pools/:pool", on: "/coupons/pools" },
  { path: "/credits/proof" },
  { path: "/credits/liability" },
  { path: "/credits/import" },
  { path: "/credits/statement/:account", on: "/credits" },
  { path: "/customers/:customer", on: "/students" },
  { path: "/events/:event/invites", on: "/events" },
  { path: "/events/:event/check-in" },
  { path: "/events/import" },
  { path: "/giveaways/:giveaway/draws", on: "/giveaways" },
  { path: "/jobs/:job", on: "/jobs" },
  { path: "/mail/:mail", on: "/mail" },
  { path: "/promo?tab=AllSubmissions&open=1" },
  { path: "/promo/promotions" },
  { path: "/promo/second-looks" },
  { path: "/pricecontrol/:variant/:list", on: "/pricecontrol" },
  { path: "/bulkprice/calendar" },
  { path: "/bulkprice/workbench?by=20&ending=99" },
  { path: "/bulkprice/import" },
  { path: "/productMedia?tab=media&show=texts&edit=texts" },
  { path: "/students/import" },
  { path: "/settings/general" },
  { path: "/settings/registrations" },
  { path: "/settings/credit" },
  { path: "/settings/prices" },
  { path: "/settings/mail" },
  { path: "/settings/partners" },
  { path: "/settings/promotion" },
  { path: "/settings/connections" },
  { path: "/settings/data" },
  { path: "/settings/rules" },
  { path: "/orderReturns?value=:order", on: "/orderReturns" },
];

/** What a picture of a page is called: `promo-submissions-submission`. */
export const pageName = (path: string): string =>
  path
    .replaceAll(/[:?=]+/g, "-")
    .replaceAll("/", "-")
    .replaceAll(/-+/g, "-")
    .replace(/^-/, "") || "home";

/** What an address has for each `:name` of a page's path. A page without a query has any. Null for another page's address. */
export function recordsIn(path: string, address: string): Record<string, string> | null {
  const escaped = path.replaceAll(/[?.]/g, "\\$&").replaceAll(/:(\w+)/g, "(?<$1>[^/?&]+)");
  const match = new RegExp(`^${escaped}${path.includes("?") ? "" : "(\\?.*)?"}$`).exec(address);
  return match && { ...match.groups };
}

/** Buttons that open a dialog, a menu or a form and change nothing. */
export const OPENS_SOMETHING =
  /^(Add|New|Create|Edit|Invite|Issue|Adjust|Deny|Hold|Put on hold|Ask|Filter|More filters|Columns|History|Schedule|Select (?!All)|Review|View|Open|Details|Save view|Assign|More actions|Reject \S|Log|Duplicates|Settings|Advanced|Search)/;
