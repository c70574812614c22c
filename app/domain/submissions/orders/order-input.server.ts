import type { OrderCreateOrderInput } from "~/connectors/shopify/operations/schema.generated";
import type { Shop } from "~/platform/auth/shops.server";
import type { Submission } from "../submission.server";
import { countryCodeOf } from "./country-codes";
import { ATTEMPT_METAFIELD } from "./order-attempt.server";

/** The order of a submission, or why there can't be one. */
export type OrderInput = { input: OrderCreateOrderInput } | { problem: string };

/** Makes the order of a submission: its reward, free of charge, to its shipping address. */
export function orderInputOf(
  { currency }: Pick<Shop, "currency">,
  submission: Submission,
  { attemptId, variantId }: { attemptId: string; variantId: number },
): OrderInput {
  if (!submission.email) return { problem: "The customer's data was erased, so no order was created." };
  const countryCode = countryCodeOf(submission.shippingCountry);
  if (!countryCode)
    return {
      problem: `“${submission.shippingCountry}” isn't a country that Shopify ships to. Deny the submission, or place the order in Shopify.`,
    };
  const free = { shopMoney: { amount: "0", currencyCode: currency } } as NonNullable<
    NonNullable<OrderCreateOrderInput["lineItems"]>[number]["priceSet"]
  >;
  return {
    input: {
      email: submission.email,
      financialStatus: "PAID",
      lineItems: [{ variantId: `gid://shopify/ProductVariant/${variantId}`, quantity: 1, priceSet: free }],
      metafields: [{ ...ATTEMPT_METAFIELD, type: "id", value: attemptId }],
      note: `Promotion submission ${submission.id}`,
      sourceIdentifier: attemptId,
      tags: ["promotion"],
      shippingAddress: {
        firstName: submission.shippingFirstName,
        lastName: submission.shippingLastName,
        address1: submission.shippingAddress1,
        address2: submission.shippingAddress2,
        city: submission.shippingCity,
        zip: submission.shippingPostalCode,
        countryCode,
        ...provinceOf(submission.shippingState),
        // The form takes ten digits, which are a number elsewhere only with another code.
        phone:
          submission.shippingPhone && CODE_1_COUNTRIES.has(countryCode)
            ? `+1${submission.shippingPhone}`
            : null,
      },
    },
  };
}

/** Where telephone numbers begin with +1. */
const CODE_1_COUNTRIES: ReadonlySet<string> = new Set(
  "AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI".split(" "),
);

const provinceOf = (state: string) =>
  /^[A-Za-z]{2,3}$/.test(state) ? { provinceCode: state.toUpperCase() } : { province: state };
