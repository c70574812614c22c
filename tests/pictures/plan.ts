/** Buttons that open a dialog, a menu or a form and change nothing. */
export const OPENS_SOMETHING =
  /^(Add|New|Create|Edit|Invite|Issue|Adjust|Deny|Hold|Put on hold|Ask|Filter|More filters|Columns|History|Schedule|Select|Review|View|Open|Details|Save view|Assign|More actions|Reject \S|Log|Duplicates|Settings|Advanced|Search)/;

/** Pages of the tour in README, with the name of their picture. */
export const TOUR = {
  home: "/",
  students: "/students",
  submissions: "/promo?tab=AllSubmissions",
  review: "/promo?tab=AllSubmissions&open=1",
  statement: "/credits/statement/:account",
  prices: "/bulkprice",
  coupons: "/coupons/pools",
  returns: "/orderReturns",
  trends: "/dashboard",
} as const;
