/** Pages of the demo that the menu doesn't lead to. `:name` is the first record's, as `firsts` of take-pictures.ts finds it. */
export const FURTHER_PAGES = [
  "/coupons/pools",
  "/credits/proof",
  "/credits/liability",
  "/credits/import",
  "/credits/statement/:account",
  "/customers/:customer",
  "/events/:event/invites",
  "/events/:event/check-in",
  "/giveaways/:giveaway/draws",
  "/jobs/:job",
  "/mail/:mail",
  "/promo/promotions",
  "/promo/submissions/:submission",
  "/promo/second-looks",
  "/pricecontrol/:variant/0",
  "/bulkprice/import",
  "/students/import",
  "/settings/mail",
  "/settings/partners",
  "/settings/prices",
  "/settings/rules",
  "/orderReturns?searchValue=:returned",
] as const;

/** Buttons that open a dialog, a menu or a form and change nothing. */
export const OPENS_SOMETHING =
  /^(Add|New|Create|Edit|Invite|Issue|Adjust|Deny|Hold|Put on hold|Ask|Filter|More filters|Columns|History|Schedule|Select|Review|Details|Save view|Assign|More actions|Reject \S|Log|Duplicates|Settings)/;

/** Of the tour in README, by the name of the picture. */
export const TOUR = [
  "home",
  "students",
  "promo",
  "promo-submissions-submission",
  "credits",
  "credits-statement-account",
  "bulkprice",
  "coupons-pools",
  "orderReturns",
  "dashboard",
] as const;
