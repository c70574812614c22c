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
