import { addFixedPrices } from "../../catalog/price-lists.ts";
import { idOfType } from "../gid.ts";
import { type MoneyInput, parsePrice } from "../parse-money-input.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface AddArguments {
  priceListId: string;
  prices: Array<{ variantId: string; price: MoneyInput; compareAtPrice?: MoneyInput | null }>;
}

/** The mutations of price lists. */
export const priceListMutations: TypeResolvers = {
  priceListFixedPricesAdd: async (_root, args: AddArguments, context) => {
    const id = idOfType(args.priceListId, "PriceList");
    const prices = args.prices.map(({ variantId, price, compareAtPrice }) => ({
      variantId: idOfType(variantId, "ProductVariant"),
      priceCents: parsePrice(price.amount, price.currencyCode),
      currency: price.currencyCode,
      compareAtPriceCents: compareAtPrice
        ? parsePrice(compareAtPrice.amount, compareAtPrice.currencyCode)
        : null,
      compareAtCurrency: compareAtPrice?.currencyCode ?? null,
    }));
    const result = await addFixedPrices(context.store, context.shop.domain, id, prices);
    for (const price of result.prices)
      context.store.counters.mutation(context.shop.domain, "priceListFixedPricesAdd", price.id, true);
    return {
      prices: result.prices,
      userErrors: result.userErrors.map((e) => ({ ...e, code: e.code ?? null })),
    };
  },
};
